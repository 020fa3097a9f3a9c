import { Input } from '../Input'
import type { WidgetExamples } from './example'

export const inputExamples: WidgetExamples = {
  widget: 'Input',
  examples: [
    { name: 'plain', render: (say) => <Input label={say('City', 'المدينة')} autoComplete="address-level2" /> },
    {
      name: 'required with a hint',
      render: (say) => (
        <Input
          label={say('Full name', 'الاسم الكامل')}
          hint={say('As it should stand on your certificate', 'كما تريد أن يظهر على شهادتك')}
          autoComplete="name"
          required
        />
      ),
    },
    {
      name: 'placeholder',
      render: (say) => (
        <Input
          label={say('Search', 'بحث')}
          type="search"
          placeholder={say("Find what you're interested in", 'ابحث عمّا يهمّك')}
        />
      ),
    },
    {
      name: 'invalid',
      render: (say) => (
        <Input
          label={say('E-mail', 'البريد الإلكتروني')}
          hint={say('We answer within two days', 'نجيب خلال يومين')}
          error={say('Write the part after the @ too, such as example.org', 'اكتب ما بعد الرمز @ أيضًا')}
          type="email"
          autoComplete="email"
          defaultValue="layla@"
          required
        />
      ),
    },
    {
      name: 'valid',
      render: (say) => (
        <Input
          label={say('Phone', 'الهاتف')}
          type="tel"
          autoComplete="tel"
          defaultValue="+963 41 000 0000"
          isValid
          required
        />
      ),
    },
    {
      name: 'disabled',
      render: (say) => (
        <Input label={say('Country', 'البلد')} defaultValue={say('Syria', 'سوريا')} autoComplete="off" disabled />
      ),
    },
  ],
}
