import { type FormEvent, type ReactNode, useState } from 'react'
import { Alert } from '../Alert'
import { Button } from '../Button'
import { requireParts } from '../require-parts'

export type DemoFormTexts = {
  /** Names the form. */
  title: string
  submit: string
  /** Shown after submitting, because nothing else happens. */
  nothingSent: string
}

/** The frame of the sample forms, which are demo material: they check nothing and send nothing (spec sections 1 and 5). */
export function DemoForm({ texts, children }: { texts: DemoFormTexts; children: ReactNode }) {
  const { title, submit, nothingSent } = texts
  requireParts('DemoForm', { 'texts.title': title, 'texts.submit': submit, 'texts.nothingSent': nothingSent })
  const [isSubmitted, setSubmitted] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
  }
  return (
    <form className="demo-form" aria-label={title} noValidate onSubmit={onSubmit}>
      <div className="demo-form-fields">{children}</div>
      <Button type="submit">{submit}</Button>
      {isSubmitted && <Alert>{nothingSent}</Alert>}
    </form>
  )
}
