import { createContext, use, useEffect, useRef, useState } from 'react'
import { type FixtureName, fixtureNames } from '#contract/fixture-files'
import { identityOf } from '#contract/identity'
import type { EditedScenario } from '../server/scenario-files'
import type { LocatedViolation } from './fields'
import { merged } from './merge'
import { type Item, orderedKinds, type StudioContent } from './server'

export type Lists = Record<FixtureName, Item[]>

/** The unsaved items of a kind. `base` and `digest` are the items and the digest of the file when the draft began. */
type Draft = { items: Item[]; base: Item[]; digest: string }

export type Drafts = Partial<Record<FixtureName, Draft>>

const storageKey = 'studio-drafts'

/** The maximum number of steps that can be undone. */
const maxSteps = 100

/** Changes of one field are one step, unless this time lies between them, in milliseconds. */
const newStepAfter = 1_000

const storedDrafts = () => (read(storageKey) ?? {}) as Drafts

type State = { drafts: Drafts; before: Drafts[]; isStored: boolean }

/**
 * Keeps the drafts, which replace the content of their files in the studio. Drafts survive a reload and are the same in all tabs.
 * `before` holds the drafts before each step, for undo.
 */
export function useDrafts({ files }: StudioContent) {
  const [state, setState] = useState<State>(() => ({ drafts: storedDrafts(), before: [], isStored: true }))
  // An action that ends late must change the newest drafts, not the drafts of the render that started it.
  const latest = useRef(state)
  const set = (drafts: Drafts, before: Drafts[], isStored = write(storageKey, drafts)) => {
    latest.current = { drafts, before: before.slice(-maxSteps), isStored }
    setState(latest.current)
  }
  const typed = useRef({ field: '', until: 0 })
  /** Makes a change. `field` names the field that somebody types into, whose characters are one step together. */
  const step = (edit: (drafts: Drafts) => Drafts, isStored?: boolean, field = '') => {
    const { drafts, before } = latest.current
    const now = Date.now()
    const isSame = field !== '' && typed.current.field === field && now < typed.current.until && before.length > 0
    typed.current = { field, until: now + newStepAfter }
    set(edit(drafts), isSame ? before : [...before, drafts], isStored)
  }
  useEffect(() => {
    // An edit in another tab is a step as well, so undo also reverts it.
    const follow = ({ key }: StorageEvent) => {
      if (key === storageKey) step(storedDrafts, true, storageKey)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  })

  const { drafts, before, isStored } = state
  const changedKinds = orderedKinds.filter((kind) => drafts[kind])
  return {
    drafts,
    changedKinds,
    isStored,
    lists: currentLists(files, drafts),
    /** The kinds whose file has changed since their draft began. */
    staleKinds: changedKinds.filter((kind) => drafts[kind]?.digest !== files[kind].digest),
    change: (edit: (lists: Lists) => Partial<Lists>, field?: string) => {
      const changed = (last: Drafts) => {
        const next = { ...last }
        for (const [key, items] of Object.entries(edit(currentLists(files, last)))) {
          const kind = key as FixtureName
          const { base, digest } = last[kind] ?? { base: files[kind].items, digest: files[kind].digest }
          if (JSON.stringify(items) === JSON.stringify(base)) delete next[kind]
          else next[kind] = { items, base, digest }
        }
        return next
      }
      step(changed, undefined, field)
    },
    /** Puts a draft's changes on top of the file that has changed meanwhile. The draft ends if the file has them all. */
    rebase: (kind: FixtureName) =>
      step(({ [kind]: draft, ...others }) => {
        const { items: base, digest } = files[kind]
        const items = draft ? merged(draft.base, draft.items, base) : base
        return JSON.stringify(items) === JSON.stringify(base) ? others : { ...others, [kind]: { items, base, digest } }
      }),
    discard: (some: FixtureName[]) =>
      step((last) => Object.fromEntries(Object.entries(last).filter(([kind]) => !some.includes(kind as FixtureName)))),
    /** Ends the drafts after they were saved. Undo then restores the content before the save, as drafts. */
    endSaved: (saved: StudioContent['files']) => {
      const reverse = changedKinds.map((kind) => {
        const { items, digest } = saved[kind]
        return [kind, { items: drafts[kind]?.base, base: items, digest }]
      })
      typed.current.field = ''
      set({}, [Object.fromEntries(reverse)])
    },
    undo:
      before.length > 0 &&
      (() => {
        typed.current.field = ''
        set(before.at(-1) ?? {}, before.slice(0, -1))
      }),
  }
}

const scenariosKey = 'studio-scenarios'

const storedScenarios = () => (read(scenariosKey) ?? {}) as Record<string, EditedScenario>

/** Keeps the drafts of scenarios, by their names. `keepScenario` without a draft ends it. */
export function useScenarioDrafts() {
  const [scenarioDrafts, setDrafts] = useState(storedScenarios)
  const keepScenario = (name: string, draft?: EditedScenario) => {
    // Keeps what other tabs have stored.
    const { [name]: _, ...others } = storedScenarios()
    const next = draft ? { ...others, [name]: draft } : others
    setDrafts(next)
    write(scenariosKey, next)
  }
  return { scenarioDrafts, keepScenario }
}

function currentLists(files: StudioContent['files'], drafts: Drafts): Lists {
  return Object.fromEntries(fixtureNames.map((kind) => [kind, drafts[kind]?.items ?? files[kind].items])) as Lists
}

/** The drafts, the saved content and the violations. `settled` are the last drafts that stayed unchanged for 300 ms. */
type Editor = ReturnType<typeof useDrafts> &
  ReturnType<typeof useScenarioDrafts> & {
    content: StudioContent
    violations: LocatedViolation[]
    settled: Drafts
    /** True from the first review of new items until they are saved. */
    isReviewed: boolean
    setReviewed: (isReviewed: boolean) => void
  }

/** The state of the route of an item that has just been added. */
export type FormState = { isNew: true }

export const EditorContext = createContext<Editor | undefined>(undefined)

export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('useEditor is for components inside of EditorContext')
  return editor
}

/** An item that was added to, changed in or removed from a list. */
export type Difference = { change: 'added' | 'changed' | 'removed'; item: Item }

/** Lists the changes that turn `before` into `after`. Matches items by slug or name. */
export function differences(before: Item[], after: Item[]): Difference[] {
  const old = new Map(before.map((item) => [identityOf(item), sortedJson(item)]))
  const remaining = new Set(after.map(identityOf))
  const changed = after.filter((item) => old.get(identityOf(item)) !== sortedJson(item))
  const removed = before.filter((item) => !remaining.has(identityOf(item)))
  return [
    ...changed.map((item): Difference => ({ change: old.has(identityOf(item)) ? 'changed' : 'added', item })),
    ...removed.map((item): Difference => ({ change: 'removed', item })),
  ]
}

export function applied(list: Item[], { change, item }: Difference): Item[] {
  if (change === 'removed') return list.filter((each) => identityOf(each) !== identityOf(item))
  const position = list.findIndex((each) => identityOf(each) === identityOf(item))
  return position < 0 ? [...list, item] : list.with(position, item)
}

/** An item as text, which does not depend on the order of the item's fields. */
function sortedJson(item: Item): string {
  return JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reads a stored value. Returns `undefined` if it is missing or invalid, or if the storage is denied. */
export function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as unknown
  } catch {
    return undefined
  }
}

/** Stores a value. Returns false if the storage is full or denied. */
export function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Returns the last value that stayed unchanged for 300 ms. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 300)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
