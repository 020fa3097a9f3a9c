import { Input } from '../Input'
import { DemoForm } from './DemoForm'
import type { LoginFormTexts } from './LoginForm'

export type RegisterFormTexts = LoginFormTexts & {
  name: string
  namePlaceholder: string
  passwordHint: string
  phone: string
  phonePlaceholder: string
}

export function RegisterForm({ texts }: { texts: RegisterFormTexts }) {
  return (
    <DemoForm texts={texts}>
      <Input label={texts.name} placeholder={texts.namePlaceholder} name="name" autoComplete="name" required />
      <Input
        label={texts.email}
        placeholder={texts.emailPlaceholder}
        name="email"
        type="email"
        autoComplete="email"
        required
      />
      <Input label={texts.phone} placeholder={texts.phonePlaceholder} name="phone" type="tel" autoComplete="tel" />
      <Input
        label={texts.password}
        hint={texts.passwordHint}
        placeholder={texts.passwordPlaceholder}
        name="password"
        type="password"
        autoComplete="new-password"
        required
      />
    </DemoForm>
  )
}
