import { useEffect, useState } from 'react'
import { type Locale, locales } from '#contract/locales'
import { createPaths } from '#contract/paths'
import { Alert } from '../../../client/widgets/Alert'
import { useEditor } from '../drafts'
import { useLanguage } from '../language'
import { type Item, type Kind, send } from '../server'

/** The scenario of this tab's draft, so that two tabs preview their own. */
const scenario = `studio-draft-${Math.random().toString(36).slice(2, 10)}`

/** The site's own page, made of the draft. */
export function Preview({ kind, item }: { kind: Kind; item: Item }) {
  const { say, locale: own } = useLanguage()
  const { content, values } = useEditor()
  const [locale, setLocale] = useState<Locale>(own)
  const [device, setDevice] = useState<'phone' | 'desk'>('phone')
  const [html, setHtml] = useState('')
  const [failure, setFailure] = useState<string>()
  const path = pathOf(kind, item, createPaths({ locale, product: content.product }))
  const draft = JSON.stringify(values)

  useEffect(() => {
    if (!path) return
    let isCurrent = true
    // Waits for a pause in typing.
    const timer = setTimeout(() => {
      void render(path, JSON.parse(draft)).then(
        (page) => {
          if (!isCurrent) return
          setHtml(page)
          setFailure(undefined)
        },
        (error: Error) => isCurrent && setFailure(error.message),
      )
    }, 400)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [path, draft])

  const choice = <Value extends string>(
    name: string,
    value: Value,
    chosen: Value,
    label: string,
    choose: (value: Value) => void,
  ) => (
    <label>
      <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
      {label}
    </label>
  )
  return (
    <section className="studio-preview" aria-label={say('preview')}>
      <h2>{say('preview')}</h2>
      {path ? (
        <>
          <div className="studio-choices">
            {choice('preview-language', 'ar', locale, locales.ar.name, setLocale)}
            {choice('preview-language', 'en', locale, locales.en.name, setLocale)}
            {choice('preview-device', 'phone', device, say('phone'), setDevice)}
            {choice('preview-device', 'desk', device, say('desk'), setDevice)}
          </div>
          {failure && <Alert tone="danger">{say('failed', { message: failure })}</Alert>}
          <div className={`studio-frame studio-frame-${device}`}>
            <iframe title={say('previewOf')} srcDoc={html} lang={locales[locale].lang} />
          </div>
        </>
      ) : (
        <p>{say('previewNone')}</p>
      )}
    </section>
  )
}

/** The page at `path` with the drafts in place of the files. The drafts are a scenario that may break the contract. */
async function render(path: string, values: Partial<Record<Kind, unknown>>): Promise<string> {
  const data = Object.fromEntries(
    Object.entries(values).map(([kind, value]) => [
      kind,
      Array.isArray(value)
        ? { none: true, items: Object.fromEntries(value.map((item, index) => [item.slug ?? `item-${index}`, item])) }
        : value,
    ]),
  )
  const body = { description: 'A draft of the studio', breaksContract: true, data }
  await send(`/__scenarios/${scenario}`, { method: 'PUT', body })
  const page = await fetch(path, { headers: { 'x-scenario': scenario, accept: 'text/html' } })
  const { documentElement } = new DOMParser().parseFromString(await page.text(), 'text/html')
  // The page's scripts would ask the API for the content that is saved.
  for (const element of documentElement.querySelectorAll('script, link[rel=modulepreload]')) element.remove()
  return `<!doctype html>${documentElement.outerHTML}`
}

function pathOf(kind: Kind, item: Item, paths: ReturnType<typeof createPaths>): string | undefined {
  const slug = String(item.slug ?? '')
  if (kind === 'team' || kind === 'goals') return paths.whoWeAre()
  if (slug === '') return undefined
  return {
    courses: paths.course,
    courses_categories: paths.courseCategory,
    blogs: paths.blog,
    news: paths.newsItem,
    events: paths.event,
  }[kind](slug)
}
