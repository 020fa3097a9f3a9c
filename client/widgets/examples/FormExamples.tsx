import type { Say, WidgetExamples } from './example'
import { LoginForm } from './LoginForm'
import { RegisterForm } from './RegisterForm'

const shared = (say: Say) => ({
  email: say('E-mail', 'البريد الإلكتروني'),
  emailPlaceholder: 'name@example.org',
  password: say('Password', 'كلمة المرور'),
  passwordPlaceholder: '••••••••',
  nothingSent: say('This is a sample: nothing was sent.', 'هذا نموذج تجريبي: لم يُرسل شيء.'),
})

export const formExamples: WidgetExamples = {
  widget: 'Sample forms',
  examples: [
    {
      name: 'login',
      render: (say) => (
        <LoginForm
          texts={{ ...shared(say), title: say('Sample login', 'نموذج دخول'), submit: say('Log in', 'تسجيل الدخول') }}
        />
      ),
    },
    {
      name: 'register',
      render: (say) => (
        <RegisterForm
          texts={{
            ...shared(say),
            title: say('Sample registration', 'نموذج تسجيل'),
            submit: say('Create an account', 'إنشاء حساب'),
            name: say('Full name', 'الاسم الكامل'),
            namePlaceholder: say('Layla Haddad', 'ليلى حداد'),
            passwordHint: say('At least twelve letters', 'اثنا عشر حرفًا على الأقل'),
            phone: say('Phone', 'الهاتف'),
            phonePlaceholder: '+963 41 000 0000',
          }}
        />
      ),
    },
  ],
}
