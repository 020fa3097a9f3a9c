import { Input } from '../Input'
import { DemoForm, type DemoFormTexts } from './DemoForm'

export type LoginFormTexts = DemoFormTexts & {
  email: string
  emailPlaceholder: string
  password: string
  passwordPlaceholder: string
}

export function LoginForm({ texts }: { texts: LoginFormTexts }) {
  return (
    <DemoForm texts={texts}>
      <Input
        label={texts.email}
        placeholder={texts.emailPlaceholder}
        name="email"
        type="email"
        autoComplete="email"
        required
      />
      <Input
        label={texts.password}
        placeholder={texts.passwordPlaceholder}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
    </DemoForm>
  )
}
