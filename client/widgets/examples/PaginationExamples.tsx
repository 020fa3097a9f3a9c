import { useState } from 'react'
import { Button } from '../Button'
import { Pagination, type PaginationLabels } from '../Pagination'
import type { Say, WidgetExamples } from './example'

const labels = (say: Say, navigation: string): PaginationLabels => ({
  navigation,
  previous: say('Previous page', 'الصفحة السابقة'),
  next: say('Next page', 'الصفحة التالية'),
  page: (page) => say(`Page ${page}`, `الصفحة ${page}`),
})

/** A list whose length and page size change, to show that the widget resets. */
function ChangingList({ say }: { say: Say }) {
  const [total, setTotal] = useState(95)
  const [perPage, setPerPage] = useState(10)
  const [page, setPage] = useState(4)
  return (
    <>
      <Pagination
        total={total}
        perPage={perPage}
        initialPage={4}
        labels={labels(say, say('Pages of the changing list', 'صفحات القائمة المتغيّرة'))}
        onPage={setPage}
      />
      <p role="status">
        {say(
          `Page ${page}: ${total} items, ${perPage} per page`,
          `الصفحة ${page}: العناصر ${total}، في كل صفحة ${perPage}`,
        )}
      </p>
      <div className="button-row">
        <Button look="quiet" onClick={() => setPerPage(perPage === 10 ? 20 : 10)}>
          {say('Change the page size', 'تغيير حجم الصفحة')}
        </Button>
        <Button look="quiet" onClick={() => setTotal(total === 95 ? 60 : 95)}>
          {say('Change the total', 'تغيير العدد الكلي')}
        </Button>
      </div>
    </>
  )
}

export const paginationExamples: WidgetExamples = {
  widget: 'Pagination',
  examples: [
    {
      name: 'first page',
      render: (say) => <Pagination total={95} labels={labels(say, say('Pages of courses', 'صفحات الدورات'))} />,
    },
    {
      name: 'in the middle',
      render: (say) => (
        <Pagination total={1234} initialPage={57} labels={labels(say, say('Pages of news', 'صفحات الأخبار'))} />
      ),
    },
    {
      name: 'last page',
      render: (say) => (
        <Pagination total={95} initialPage={10} labels={labels(say, say('Pages of blogs', 'صفحات المدوّنات'))} />
      ),
    },
    {
      name: 'fewer than five',
      render: (say) => (
        <Pagination total={21} initialPage={2} labels={labels(say, say('Pages of events', 'صفحات الفعاليات'))} />
      ),
    },
    {
      name: 'nothing to page through',
      render: (say) => (
        <Pagination total={0} labels={labels(say, say('Pages of an empty list', 'صفحات قائمة فارغة'))} />
      ),
    },
    { name: 'a list that changes', render: (say) => <ChangingList say={say} /> },
  ],
}
