import { useId } from 'react'

type TextAreaProps = {
  label: string
  hint?: string
  error: string | undefined
  value: string
  rows: number
  language: { lang?: string; dir?: string }
  onChange: (value: string) => void
}

/** A text of several lines, with its label and error as in the widget `Input`. */
export function TextArea({ label, hint, error, value, rows, language, onChange }: TextAreaProps) {
  const id = useId()
  return (
    <div className={error ? 'input input-invalid' : 'input'}>
      <label className="input-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="input-hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      <div className="input-frame">
        <textarea
          {...language}
          id={id}
          className="input-field"
          rows={rows}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={[hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ') || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}

type SelectProps = {
  label: string
  error?: string | undefined
  value: string
  /** Values with their names. A value that is not among them is shown as it is. */
  options: [string, string][]
  onChange: (value: string) => void
}

/** A choice among values, with its label and error as in the widget `Input`. */
export function Select({ label, error, value, options, onChange }: SelectProps) {
  const id = useId()
  const all = options.some(([option]) => option === value) ? options : [[value, value] as const, ...options]
  return (
    <div className={error ? 'input input-invalid' : 'input'}>
      <label className="input-label" htmlFor={id}>
        {label}
      </label>
      <div className="input-frame">
        <select
          id={id}
          className="input-field"
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}error` : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {all.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    error && (
      <p className="input-error" id={`${id}error`}>
        {error}
      </p>
    )
  )
}
