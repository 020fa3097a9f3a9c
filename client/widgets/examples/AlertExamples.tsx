import { Alert } from '../Alert'
import type { WidgetExamples } from './example'

export const alertExamples: WidgetExamples = {
  widget: 'Alert',
  examples: [
    {
      name: 'note',
      render: (say) => (
        <Alert>{say('Registration opens on Sunday at nine.', 'يبدأ التسجيل يوم الأحد في التاسعة.')}</Alert>
      ),
    },
    {
      name: 'success with a title',
      render: (say) => (
        <Alert tone="success" title={say('Your place is booked', 'حُجز مكانك')}>
          {say('We will write to you before the course begins.', 'سنكتب إليك قبل أن تبدأ الدورة.')}
        </Alert>
      ),
    },
    {
      name: 'warning',
      render: (say) => (
        <Alert tone="warning">
          {say('Three places are left in this workshop.', 'بقيت ثلاثة أماكن في هذه الورشة.')}
        </Alert>
      ),
    },
    {
      name: 'danger',
      render: (say) => (
        <Alert tone="danger" title={say('This page could not be saved', 'تعذّر حفظ هذه الصفحة')}>
          {say('Check your connection and try again.', 'تحقّق من اتصالك ثم حاول مجددًا.')}
        </Alert>
      ),
    },
    {
      name: 'dismissible',
      render: (say) => (
        <Alert
          title={say('A new competition', 'مسابقة جديدة')}
          dismissLabel={say('Hide this message', 'إخفاء هذه الرسالة')}
        >
          {say(
            'Teams of three have until the end of the month to enter, from every university and school of the coast.',
            'أمام الفرق المؤلفة من ثلاثة طلاب حتى نهاية الشهر للمشاركة، من كل جامعات الساحل ومدارسه.',
          )}
        </Alert>
      ),
    },
  ],
}
