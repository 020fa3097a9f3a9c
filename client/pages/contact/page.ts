import { labelHead } from '#content/head'
import { type PlainPage, pageModule } from '../../layout/page-definition'

const contactUs: PlainPage = {
  module: pageModule('ContactPage', () => import('./ContactPage')),
  head: labelHead('contactUs', 'contact'),
  heading: 'contact.title',
}

export const contactPages = { contactUs }
