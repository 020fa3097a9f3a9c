import type { ReactNode } from 'react'
import { type Locale, locales } from '#contract/locales'
import { Tabs } from '../../client/widgets/Tabs'
import { useLanguage } from './language'

export type Device = 'phone' | 'desk'

type Props = { frame: (locale: Locale, device: Device) => ReactNode }

/** Previews a page of the site in both languages, on a phone and on a desktop. */
export function PreviewTabs({ frame }: Props) {
  const { say, locale: own } = useLanguage()
  const tabs = (own === 'ar' ? (['ar', 'en'] as const) : (['en', 'ar'] as const)).flatMap((locale) =>
    (['phone', 'desk'] as const).map((device) => ({
      id: `${locale} ${device}`,
      title: `${locales[locale].name} · ${say(device)}`,
      content: frame(locale, device),
    })),
  )
  return (
    <section className="studio-preview" aria-label={say('preview')}>
      <h2>{say('preview')}</h2>
      <Tabs label={say('preview')} tabs={tabs} initialTab={`${own} phone`} />
    </section>
  )
}
