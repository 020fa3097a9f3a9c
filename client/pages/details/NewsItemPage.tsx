import { useSite } from '../../components/site-context'
import type { DetailPageData } from '../../content/page-data'
import { useTranslation } from '../../language/i18n'
import { ItemDetail } from './ItemDetail'

/** One news item (spec section 2, News lists and detail). */
export default function NewsItemPage(item: DetailPageData) {
  const { t } = useTranslation()
  const { paths, productName } = useSite()
  // News that is not marked as the product's is AI news: the API has only these two.
  const kind = item.kind ?? 'aiNews'
  const name = t(`nav.${kind}`, { product: productName })
  return <ItemDetail item={item} list={{ href: paths[kind](), name, pathOf: paths.newsItem }} />
}
