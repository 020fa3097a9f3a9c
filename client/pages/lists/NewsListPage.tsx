import { useLocation } from 'react-router-dom'
import { PageHeading } from '../../components/PageHeading'
import { useSite } from '../../components/site-context'
import type { ListPageData } from '../../content/list-page'
import { useTranslation } from '../../language/i18n'
import { ItemList } from './ItemList'

/** News of the product or of AI, by the path (spec section 2, News lists and detail). */
export default function NewsListPage(list: ListPageData) {
  const { t } = useTranslation()
  const { paths, productName } = useSite()
  const isOfProduct = useLocation().pathname.startsWith(paths.productNews())
  const [title, intro] = isOfProduct
    ? [t('nav.productNews', { product: productName }), t('news.productIntro')]
    : [t('nav.aiNews'), t('news.aiIntro')]
  return (
    <>
      <PageHeading art="tablet" title={title} intro={intro} />
      <div className="wrap page-body">
        <ItemList {...list} pathOf={paths.newsItem} />
      </div>
    </>
  )
}
