import { useState } from 'react'
import { Alert } from '../../../client/widgets/Alert'
import { Button } from '../../../client/widgets/Button'
import { useEditor } from '../drafts'
import { titleOf } from '../fields'
import { useLanguage } from '../language'
import { Select } from './Controls'

/** Asks what to do with courses whose category has been renamed or deleted. */
export function Orphans() {
  const { listOf } = useEditor()
  const known = new Set(listOf('courses_categories').map(({ slug }) => slug))
  const lost = new Set(listOf('courses').flatMap(({ category }) => (known.has(category) ? [] : [String(category)])))
  return [...lost].map((slug) => <Orphan key={slug} slug={slug} />)
}

function Orphan({ slug }: { slug: string }) {
  const { say, locale } = useLanguage()
  const { listOf, changeList } = useEditor()
  const categories = listOf('courses_categories')
  const courses = listOf('courses')
  const [target, setTarget] = useState('')
  const chosen = target || String(categories.at(-1)?.slug ?? '')
  const isOrphan = ({ category }: { category?: unknown }) => String(category) === slug
  return (
    <Alert tone="warning">
      <p>{say('orphans', { count: courses.filter(isOrphan).length, slug: `\u2068${slug}\u2069` })}</p>
      <div className="studio-tools">
        <Select
          label={say('moveTo')}
          value={chosen}
          onChange={setTarget}
          options={categories.map((category) => [
            String(category.slug),
            titleOf(category, locale) || String(category.slug),
          ])}
        />
        <Button
          onClick={() =>
            changeList(
              'courses',
              courses.map((course) => (isOrphan(course) ? { ...course, category: chosen } : course)),
            )
          }
        >
          {say('moveCourses')}
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            changeList(
              'courses',
              courses.filter((course) => !isOrphan(course)),
            )
          }
        >
          {say('deleteCourses')}
        </Button>
      </div>
    </Alert>
  )
}
