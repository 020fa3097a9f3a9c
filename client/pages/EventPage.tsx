import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router-dom'
import { ItemDetail } from '../components/ItemDetail'
import { useSite } from '../components/site-context'
import type { DetailPageData } from '../loaders'

/** One event, under any of its three addresses (spec section 2, Event lists and detail). */
export default function EventPage() {
  const { t } = useTranslation()
  const { paths } = useSite()
  const item = useLoaderData() as DetailPageData
  const kind = item.kind ?? 'freeWorkshops'
  return <ItemDetail item={item} list={{ href: paths[kind](), name: t(`nav.${kind}`) }} />
}
