import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { Change, FileFault, Item, Kind, StudioContent } from './server'
import { read, write } from './storage'

/** The unsaved content of a kind, with the value and digest of the file that it started from. */
export type Draft = { value: unknown; base: unknown; digest: string }

export type Drafts = Partial<Record<Kind, Draft>>

const storageKey = 'studio-drafts'

function draftsIn(json: string | null): Drafts {
  try {
    return JSON.parse(json ?? '{}') as Drafts
  } catch {
    return {} // spoiled by another program
  }
}

/** The steps that can be taken back. */
const mostSteps = 100

/** The content under edit. Drafts outlive a reload, because each step is stored. */
export function useDraftState({ files }: StudioContent) {
  const [{ drafts, before }, setState] = useState<{ drafts: Drafts; before: Drafts[] }>(() => ({
    drafts: draftsIn(read(storageKey)),
    before: [],
  }))
  const [isStored, setStored] = useState(true)

  useEffect(() => {
    // Another tab's edit is a step here, too.
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== storageKey) return
      const drafts = draftsIn(newValue)
      setState((state) => ({ drafts, before: [...state.before, state.drafts].slice(-mostSteps) }))
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])

  const set = useCallback((next: Drafts, before: Drafts[]) => {
    setState({ drafts: next, before })
    setStored(write(storageKey, JSON.stringify(next)))
  }, [])

  return useMemo(() => {
    const contentOf = (kind: Kind): unknown => (drafts[kind] ? drafts[kind].value : files[kind].value)
    const step = (next: Drafts) => set(next, [...before, drafts].slice(-mostSteps))
    const change = (values: Partial<Record<Kind, unknown>>) => {
      const next = { ...drafts }
      for (const [key, value] of Object.entries(values)) {
        const kind = key as Kind
        const { base, digest } = drafts[kind] ?? { base: files[kind].value, digest: files[kind].digest }
        if (JSON.stringify(value) === JSON.stringify(base)) delete next[kind]
        else next[kind] = { value, base, digest }
      }
      step(next)
    }
    return {
      isStored,
      changedKinds: Object.keys(drafts) as Kind[],
      values: Object.fromEntries(Object.entries(drafts).map(([kind, draft]) => [kind, draft.value])),
      contentOf,
      listOf: (kind: Kind): Item[] => {
        const value = contentOf(kind)
        return Array.isArray(value) ? value : value ? [value as Item] : []
      },
      change,
      changeList: (kind: Kind, list: Item[]) => change({ [kind]: kind === 'goals' ? list[0] : list }),
      changes: (): Change[] =>
        Object.entries(drafts).map(([kind, { value, digest }]) => ({ kind: kind as Kind, value, digest })),
      isStale: (kind: Kind) => drafts[kind] !== undefined && drafts[kind].digest !== files[kind].digest,
      /** Puts the draft's changes on top of the file that has changed meanwhile. */
      rebase: (kind: Kind) => {
        const draft = drafts[kind]
        if (!draft) return
        const { value, digest } = files[kind]
        step({ ...drafts, [kind]: { value: merged(draft, value), base: value, digest } })
      },
      discard: (...some: Kind[]) =>
        step(Object.fromEntries(Object.entries(drafts).filter(([kind]) => !some.includes(kind as Kind)))),
      /** Forgets drafts that were saved, and the steps before. */
      clear: () => set({}, []),
      canUndo: before.length > 0,
      undo: () => {
        const last = before.at(-1)
        if (last) set(last, before.slice(0, -1))
      },
    }
  }, [drafts, before, files, isStored, set])
}

/** A three-way merge by item: items that the draft added, changed or removed, in the other value. */
function merged({ value, base }: Draft, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(base) || !Array.isArray(other)) return value
  const keyOf = (item: Item) => String(item.slug ?? item.en_name ?? item.ar_name)
  const textOf = (list: Item[]) => new Map(list.map((item) => [keyOf(item), JSON.stringify(item)]))
  const [mine, old] = [textOf(value), textOf(base)]
  const result = (other as Item[]).flatMap((item) => {
    const key = keyOf(item)
    if (mine.get(key) === old.get(key)) return [item]
    const own = mine.get(key)
    return own ? [JSON.parse(own) as Item] : []
  })
  const known = new Set([...result.map(keyOf), ...old.keys()])
  return [...result, ...(value as Item[]).filter((item) => !known.has(keyOf(item)))]
}

export type Editor = ReturnType<typeof useDraftState> & { content: StudioContent; faults: FileFault[] }

export const EditorContext = createContext<Editor | undefined>(undefined)

/** The content, the drafts and their faults. */
export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('useEditor is for components inside of EditorContext')
  return editor
}
