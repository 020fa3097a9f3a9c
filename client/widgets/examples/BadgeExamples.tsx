import { Badges } from '../../components/Card'
import { Badge } from '../Badge'
import type { WidgetExamples } from './example'

export const badgeExamples: WidgetExamples = {
  widget: 'Badge',
  examples: [
    { name: 'plain', render: (say) => <Badge text={say('Beginners', 'للمبتدئين')} /> },
    { name: 'note', render: (say) => <Badge tone="note" text={say('New', 'جديد')} /> },
    { name: 'success', render: (say) => <Badge tone="success" text={say('Open', 'مفتوح')} /> },
    { name: 'warning', render: (say) => <Badge tone="warning" text={say('Three places left', 'بقيت ثلاثة أماكن')} /> },
    { name: 'danger', render: (say) => <Badge tone="danger" text={say('Full', 'اكتمل العدد')} /> },
    {
      name: 'list of mixed direction',
      render: (say) => (
        <Badges
          label={say('Topics', 'المواضيع')}
          texts={say(
            ['Python 3', 'C++', 'Deep learning', 'تعلّم الآلة'],
            ['Python 3', 'C++', 'تعلّم عميق', 'تعلّم الآلة'],
          )}
        />
      ),
    },
  ],
}
