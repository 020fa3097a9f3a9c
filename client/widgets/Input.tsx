import { type ComponentProps, useId } from 'react'
import { requireParts } from './require-parts'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'style' | 'aria-describedby' | 'aria-invalid'> & {
  label: string
  /** The HTML element of the control. The options of a `select` are its children. */
  as?: 'input' | 'textarea' | 'select' | undefined
  /** The number of lines of a `textarea`. */
  rows?: number | undefined
  /** Says what to enter, if the label alone does not. */
  hint?: string | undefined
  /** Says what is wrong and how to correct it. Shown under the field, which then looks invalid and is announced as invalid. */
  error?: string | undefined
  /** True if the value has been checked and is right. An `error` overrides this. */
  isValid?: boolean | undefined
}

/** Values of these types read left to right in every language. Arabic would otherwise move the `+` of `+963 41` to the end. */
const leftToRight = new Set(['email', 'tel', 'url', 'password'])

/** A field with its label, an asterisk when it is required, and its error under it (spec section 5). */
export function Input({ label, as = 'input', hint, error, isValid = false, type = 'text', ...rest }: Props) {
  requireParts('Input', { label })
  const id = useId()
  const Control = as as 'input' // all three elements take the attributes below
  const state = error ? 'invalid' : isValid ? 'valid' : undefined
  const describedBy = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={state ? `input input-${state}` : 'input'}>
      <label className="input-label" htmlFor={id} key={label}>
        {label}
        {rest.required && (
          // The field itself says "required" to screen readers.
          <span className="input-asterisk" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {hint && (
        <p className="input-hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      <div className="input-frame">
        <Control
          dir={leftToRight.has(type) ? 'ltr' : undefined}
          {...rest}
          type={as === 'input' ? type : undefined}
          id={id}
          className="input-field"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
        {state && (
          <svg className="icon input-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            {state === 'valid' ? <path d="m5 12.5 5 5 9-11" /> : <path d="M12 4.5v9m0 4.5v1.5" />}
          </svg>
        )}
      </div>
      {error && (
        <p className="input-error" id={`${id}error`}>
          {error}
        </p>
      )}
    </div>
  )
}
