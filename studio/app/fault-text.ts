import type { Editor } from './drafts'
import { type Field, isEmpty, rowsOf } from './fields'
import type { Message, Say } from './messages'
import type { FileFault, Item, Kind } from './server'

/** Describes a fault by its field's type and value. Other faults keep the words of the server's check, which are English. */
export function faultText(say: Say, { content, listOf }: Editor, fault: FileFault): string {
  const kind = fault.file.replace('.json', '') as Kind
  const [, ...path] = fault.pointer.split('/')
  const [place, name] = kind === 'goals' ? ['0', ...path] : path
  const list = listOf(kind)
  const item = list[Number(place)]
  const field = rowsOf(content, kind)
    .flatMap(({ fields }) => fields)
    .find((each) => each.name === name)
  const message = field && item && needOf(field, item, list)
  const nearest = fault.nearest === undefined ? '' : ` ${say('needs.nearest', { nearest: isolate(fault.nearest) })}`
  if (message) return say(message) + nearest
  return say('fault', { expected: isolate(fault.expected), found: isolate(fault.found) }) + nearest
}

function needOf({ name, type, isRequired }: Field, item: Item, list: Item[]): Message | undefined {
  const value = item[name]
  if (isRequired && isEmpty(value)) return 'needs.required'
  const isUnique = name === 'slug' || name === 'id'
  if (isUnique && list.some((other) => other !== item && other[name] === value)) return 'needs.taken'
  return type === 'text' || type === 'long' || type === 'html' ? undefined : `needs.${type}`
}

function isolate(text: unknown): string {
  return `\u2068${text}\u2069`
}
