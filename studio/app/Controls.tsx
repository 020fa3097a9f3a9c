import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { operationNames } from '#contract/operations'
import { Alert } from '../../client/widgets/Alert'
import { Button } from '../../client/widgets/Button'
import { Input } from '../../client/widgets/Input'
import { RefusedPicture } from './content/refused-picture'
import { useLanguage } from './language'
import { ResponseError } from './server'

/** The heading of a page, which is also the document's title. */
export function Heading({ text }: { text: string }) {
  const { say } = useLanguage()
  const title = `${text} – ${say('studio')}`
  // React's `<title>` would be a second one beside that of `index.html`.
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <h1>
      <bdi>{text}</bdi>
    </h1>
  )
}

/** Runs actions. `outcome` shows the text that the last action returned, or the reason of its failure. */
export function useAction() {
  const client = useQueryClient()
  const { mutate: run, ...action } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    // Refetches everything, because an action may have changed any data that the page shows, even if it failed.
    onSettled: () => client.invalidateQueries(),
  })
  const { error, data: text, isPending, submittedAt } = action
  const outcome =
    !isPending &&
    (error ? (
      <Failure error={error} key={submittedAt} />
    ) : (
      typeof text === 'string' && (
        <Alert tone="success" key={submittedAt}>
          {text}
        </Alert>
      )
    ))
  return { run, isPending, outcome }
}

/** The statuses that have a text of their own in `failures`. */
const toldStatuses = [400, 404, 409, 413, 415, 422, 502, 507] as const

/** Says why a request failed. The server's words are English, so the Arabic studio has its own, and folds the server's. */
export function Failure({ error }: { error: Error }) {
  const { say, locale } = useLanguage()
  const isPicture = error instanceof RefusedPicture
  const isUnanswered = error instanceof TypeError
  if (locale === 'en' && !isPicture && !isUnanswered)
    return <Alert tone="danger">{say('failed', { message: error.message })}</Alert>
  const status = error instanceof ResponseError ? toldStatuses.find((each) => each === error.status) : undefined
  return (
    <Alert tone="danger">
      <p>
        {isPicture
          ? say(error.reason, error.values)
          : say(`failures.${status ?? (isUnanswered ? 'unanswered' : 'other')}`)}
      </p>
      <details>
        <summary>{say('inEnglish')}</summary>
        <p lang="en" dir="ltr">
          {error.message}
        </p>
      </details>
    </Alert>
  )
}

type SelectProps = Omit<ComponentProps<typeof Input>, 'as' | 'children'> & {
  /** Pairs of a value and its name. If the select's value is not among them, it is shown as it is. */
  options: readonly (readonly string[])[]
}

export function Select({ options, ...rest }: SelectProps) {
  const value = String(rest.value ?? '')
  const { say } = useLanguage()
  const isKnown = rest.value === undefined || options.some(([option]) => option === value)
  // HTML asks for an empty first option where a choice is required.
  const hasPlaceholder = rest.required || (!isKnown && value === '')
  const additions = [
    ...(hasPlaceholder ? [['', say('choose')]] : []),
    ...(isKnown || value === '' ? [] : [[value, value]]),
  ]
  return (
    <Input {...rest} as="select">
      {[...additions, ...options].map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Input>
  )
}

/** Chooses an operation, or all. */
export function OperationSelect(props: Omit<SelectProps, 'label' | 'options'>) {
  const { say } = useLanguage()
  const options = [['', say('any')], ...operationNames.map((name) => [name, name])]
  return <Select {...props} label={say('operation')} options={options} />
}

/** A quiet button of a row of tools. */
export function Tool({ label, ...rest }: { label: string } & ComponentProps<typeof Button>) {
  return (
    <Button {...rest} look="quiet">
      {label}
    </Button>
  )
}

/** A checkbox and its label. */
export function Check({ children, ...rest }: ComponentProps<'input'>) {
  return (
    <label className="studio-check">
      <input {...rest} type="checkbox" />
      <span>{children}</span>
    </label>
  )
}

/** Returns the values without `value`, or with it at the end if they lack it. */
export function toggled<Value>(values: Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
}
