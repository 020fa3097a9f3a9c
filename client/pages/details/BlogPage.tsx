import { useSite } from '../../components/site-context'
import type { DetailPageData } from '../../content/page-data'
import { useTranslation } from '../../language/i18n'
import { ItemDetail } from './ItemDetail'

/** One blog post (spec section 2, Blog list and detail). */
export default function BlogPage(item: DetailPageData) {
  const { t } = useTranslation()
  const { paths } = useSite()
  return <ItemDetail item={item} list={{ href: paths.blogs(), name: t('list.ourBlogs'), pathOf: paths.blog }} />
}
