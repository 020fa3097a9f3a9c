import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { formatDate } from '#content/localize'
import { type ItemField, isKind } from '#contract/fields'
import { type FixtureName, fixtureFiles, isListFile } from '#contract/fixture-files'
import { titleIn } from '#contract/identity'
import { type Locale, locales } from '#contract/locales'
import { createPaths } from '#contract/paths'
import type { OutdatedText, StillRight } from '../../server/content-files'
import { Failure, Heading, Tool, useAction } from '../Controls'
import { type Drafts, type FormState, useEditor } from '../drafts'
import { inOrderOf, isEmpty, outdatedIn, rowsOf, savedOf, violationText, withField } from '../fields'
import { useLanguage } from '../language'
import { type Device, PreviewTabs } from '../PreviewTabs'
import { ask, type Item, itemPages, keyOf, type StudioContent } from '../server'
import { FieldInput } from './FieldInput'
import { Orphans } from './ListPage'

/** Shows an item's form, with English and Arabic side by side, and a preview of the item's page. */
export function ItemPage({ kind }: { kind: FixtureName }) {
  const { say, locale } = useLanguage()
  const editor = useEditor()
  const position = Number(useParams().position)
  const form = useRef<HTMLFormElement>(null)
  const isNew = (useLocation().state as FormState | null)?.isNew === true
  useEffect(() => {
    if (isNew) form.current?.querySelector('input')?.focus()
  }, [isNew])
  const list = isListFile(kind) ? `/content/${kind}` : '/content/courses'
  const item = editor.lists[kind][position]
  if (!item) return <Navigate to={list} replace />

  const violations = editor.violations.filter((violation) => violation.kind === kind && violation.position === position)
  // An empty field of an item that was never saved is no mistake before the item is reviewed. A saved item may have got another slug.
  const saved = editor.content.files[kind].items
  const isUnfinished = !editor.isReviewed && editor.lists[kind].length > saved.length && !savedOf(item, saved)
  const isShown = ({ name }: ItemField) => !isUnfinished || !isEmpty(item[name])
  const outdated = outdatedIn(kind, item, editor.content)
  const set = (name: string, value: unknown) => {
    const old = item[name]
    // An item of a list that is added or deleted is a step of its own.
    const isTyped = !Array.isArray(value) || (Array.isArray(old) && old.length === value.length)
    editor.change(
      (lists) => ({ [kind]: withField(kind, lists[kind], position, name, value, editor.content.files[kind].items) }),
      isTyped ? `${kind} ${position} ${name}` : undefined,
    )
  }

  return (
    <>
      <p>
        <Link to={list}>{isListFile(kind) ? fixtureFiles[kind].label[locale] : say('content')}</Link>
      </p>
      <Heading text={isListFile(kind) ? titleIn(item, locale) || say('untitled') : fixtureFiles[kind].label[locale]} />
      {kind.startsWith('courses') && <Orphans />}
      <div className="studio-edit">
        <form className="studio-form" ref={form} onSubmit={(event) => event.preventDefault()}>
          {rowsOf(editor.content, kind).map((row) => (
            <div key={row[0]?.name} className={row.length > 1 ? 'studio-pair' : 'studio-single'}>
              {inOrderOf(locale, row).map((field) => {
                const violation = violations.find(({ name }) => name === field.name)
                const text = outdated.find(({ name }) => name === field.name)
                return (
                  <div className="studio-field" key={`${kind} ${position} ${field.name}`}>
                    <FieldInput
                      field={field}
                      value={item[field.name]}
                      path={pathOf(kind, item, field.locale ?? locale, editor.content) ?? '/'}
                      error={
                        violation && isShown(field)
                          ? violationText(say, violation, field, item, editor.lists[kind])
                          : undefined
                      }
                      violations={violations}
                      onChange={(value) => set(field.name, value)}
                    />
                    {text && <OutdatedNote text={text} />}
                  </div>
                )
              })}
            </div>
          ))}
        </form>
        {/* A scenario changes the content of the API, not the settings of the site, so drafts of these have no preview. */}
        {isKind(kind) && (
          <PreviewTabs frame={(locale, device) => <PreviewFrame {...{ kind, position, locale, device }} />} />
        )}
      </div>
    </>
  )
}

/** Says that a text stayed the same while the other language's changed. Its button marks the text as still right. */
function OutdatedNote({ text }: { text: OutdatedText }) {
  const { say } = useLanguage()
  const { content } = useEditor()
  const { run, isPending, outcome } = useAction()
  const { kind, position, name, locale, since } = text
  const [day] = formatDate(since)?.text.split(' ') ?? []
  const mark = () => {
    const body: StillRight = { kind, position, name, digest: content.files[kind].digest }
    return ask('/__studio/api/still-right', { body })
  }
  return (
    <div className="studio-outdated">
      <p>{say(`outdated.${locale}`, { day })}</p>
      <Tool label={say('stillRight')} disabled={isPending} onClick={() => run(mark)} />
      {outcome}
    </div>
  )
}

/** The scenario with this tab's drafts. Each tab has its own, so that tabs do not change each other's previews. */
const scenario = `studio-draft-${Math.random().toString(36).slice(2, 10)}`

/** The path of the page that shows an item; `undefined` if there is none. */
function pathOf(kind: FixtureName, item: Item, locale: Locale, { product }: StudioContent): string | undefined {
  const hasPage = item.slug || itemPages[kind] === 'whoWeAre'
  return hasPage ? createPaths({ locale, product })[itemPages[kind]](String(item.slug)) : undefined
}

type FrameProps = { kind: FixtureName; position: number; locale: Locale; device: Device }

function PreviewFrame({ kind, position, locale, device }: FrameProps) {
  const { say } = useLanguage()
  const { content, settled } = useEditor()
  const item = (settled[kind] ?? content.files[kind]).items[position]
  const path = item && pathOf(kind, item, locale, content)
  const { data, error } = useQuery({
    queryKey: keyOf('page', path, settled),
    queryFn: () => render(path ?? '', settled),
    enabled: path !== undefined,
  })
  if (path === undefined) return <p>{say('previewNone')}</p>
  return (
    <>
      {error && <Failure error={error} />}
      <div className={`studio-frame studio-frame-${device}`}>
        {/* Without scripts. The page's fonts load only from its own origin. */}
        <iframe sandbox="allow-same-origin" title={say('previewOf')} srcDoc={data} lang={locales[locale].lang} />
      </div>
    </>
  )
}

/** Renders the page at `path` with the drafts instead of the files. Sends the drafts as a scenario that may break the contract. */
async function render(path: string, drafts: Drafts): Promise<string> {
  const ofContent = Object.entries(drafts).filter(([kind]) => isKind(kind))
  const data = ofContent.map(([kind, { items }]) => {
    const bySlug = items.map((item, index) => [item.slug ?? `item-${index}`, item])
    const isOfList = isListFile(kind as FixtureName)
    return [kind, isOfList ? { none: true, items: Object.fromEntries(bySlug) } : items[0]]
  })
  const body = { description: 'A draft of the studio', breaksContract: true, data: Object.fromEntries(data) }
  await ask(`/__scenarios/${scenario}`, { method: 'PUT', body })
  const page = await fetch(path, { headers: { 'x-scenario': scenario, accept: 'text/html' } })
  const { documentElement } = new DOMParser().parseFromString(await page.text(), 'text/html')
  // Removes the page's scripts, because they would fetch the saved content from the API.
  for (const element of documentElement.querySelectorAll('script, link[rel=modulepreload]')) element.remove()
  return `<!doctype html>${documentElement.outerHTML}`
}
