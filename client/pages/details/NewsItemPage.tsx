import { useSite } from '../../components/site-context'
import type { DetailPageData } from '../../content/page-data'
import { useTranslation } from '../../language/i18n'
import { ItemDetail } from './ItemDetail'

/** One news item (spec section 2, News lists and detail). */
export default function NewsItemPage(item: DetailPageData) {
  const { t } = useTranslation()
  const { paths, productName } = useSite()
  // An item not marked as product news is AI news: the API's flag knows no third kind.
  const kind = item.kind ?? 'aiNews'
  const name = t(`nav.${kind}`, { product: productName })
  return <ItemDetail item={item} list={{ href: paths[kind](), name, pathOf: paths.newsItem }} />
}
