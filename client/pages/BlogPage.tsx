import { useLoaderData } from 'react-router-dom'
import { ItemDetail } from '../components/ItemDetail'
import { useSite } from '../components/site-context'
import { useTranslation } from '../components/translation'
import type { DetailPageData } from '../loaders'

/** One blog post (spec section 2, Blog list and detail). */
export default function BlogPage() {
  const { t } = useTranslation()
  const { paths } = useSite()
  const item = useLoaderData() as DetailPageData
  return <ItemDetail item={item} list={{ href: paths.blogs(), name: t('list.ourBlogs'), pathOf: paths.blog }} />
}
