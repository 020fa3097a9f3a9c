import { PageHeading } from '../../components/PageHeading'
import { useSite } from '../../components/site-context'
import type { ListPageData } from '../../content/list-page'
import { useTranslation } from '../../language/i18n'
import { ItemList } from './ItemList'

/** The blog posts (spec section 2, Blog list and detail). */
export default function BlogListPage(list: ListPageData) {
  const { t } = useTranslation()
  const { paths } = useSite()
  return (
    <>
      <PageHeading art="dunes" title={t('list.ourBlogs')} intro={t('blogs.intro')} />
      <div className="wrap page-body">
        <ItemList {...list} pathOf={paths.blog} />
      </div>
    </>
  )
}
