import { Progress } from '../Progress'
import type { WidgetExamples } from './example'

export const progressExamples: WidgetExamples = {
  widget: 'Progress',
  examples: [
    { name: 'empty', render: (say) => <Progress label={say('Lessons done', 'الدروس المنجزة')} value={0} /> },
    { name: 'under way', render: (say) => <Progress label={say('Lessons read', 'الدروس المقروءة')} value={40} /> },
    { name: 'full', render: (say) => <Progress label={say('Exercises done', 'التمارين المنجزة')} value={100} /> },
    {
      name: 'tall',
      render: (say) => <Progress label={say('Places taken', 'الأماكن المحجوزة')} value={72.5} height={20} />,
    },
  ],
}
