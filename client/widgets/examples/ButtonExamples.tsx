import { Icon } from '../../components/Icon'
import { Button } from '../Button'
import type { WidgetExamples } from './example'

export const buttonExamples: WidgetExamples = {
  widget: 'Button',
  examples: [
    { name: 'action', render: (say) => <Button>{say('Register', 'سجّل الآن')}</Button> },
    { name: 'quiet', render: (say) => <Button look="quiet">{say('Load more', 'عرض المزيد')}</Button> },
    {
      name: 'with an icon along the line of reading',
      render: (say) => (
        <Button key={say('Read more', 'اقرأ المزيد')}>
          {say('Read more', 'اقرأ المزيد')}
          <Icon name="forward" />
        </Button>
      ),
    },
    { name: 'disabled', render: (say) => <Button disabled>{say('Register', 'سجّل الآن')}</Button> },
    {
      name: 'long text',
      render: (say) => (
        <Button look="quiet">
          {say(
            'Show every workshop and programming competition of the coming academic year',
            'اعرض كل الورشات والمسابقات البرمجية في السنة الدراسية القادمة',
          )}
        </Button>
      ),
    },
  ],
}
