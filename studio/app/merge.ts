import { identityOf } from '#contract/identity'
import type { Item } from './server'

/**
 * Puts the changes that turned `base` into `mine` on top of `theirs`, field by field. A field that both have changed is mine. The order
 * is mine if I have changed it.
 */
export function merged(base: Item[], mine: Item[], theirs: Item[]): Item[] {
  const ids = new Set<unknown>(base.flatMap(({ id }) => id ?? []))
  const byKey = (items: Item[]) =>
    new Map(items.map((item) => [ids.has(item.id) ? `id ${item.id}` : `name ${identityOf(item)}`, item]))
  const [before, own, current] = [byKey(base), byKey(mine), byKey(theirs)]
  const result = new Map<string, Item>()
  for (const [key, item] of current)
    if (own.has(key) || !before.has(key)) result.set(key, mergedItem(before.get(key), own.get(key), item))
  for (const [key, item] of own) {
    const old = before.get(key)
    const isDeletedByOthers = old !== undefined && JSON.stringify(old) === JSON.stringify(item)
    if (!result.has(key) && !isDeletedByOthers)
      result.set(key, old ? item : withFreeId(item, [...theirs, ...result.values()]))
  }
  return keysInOrder(before, own, current)
    .filter((key) => result.has(key))
    .map((key) => result.get(key) ?? {})
}

/** The fields of `theirs` with those that I have changed or removed. */
function mergedItem(before: Item = {}, mine: Item | undefined, theirs: Item): Item {
  if (!mine) return theirs
  const changed = Object.keys({ ...before, ...mine }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(mine[name]),
  )
  const fields = changed.map((name) => [name, mine[name]])
  const item = { ...theirs, ...Object.fromEntries(fields) }
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))
}

/** Two new items may have got the same number. */
function withFreeId(item: Item, others: Item[]): Item {
  if (!others.some(({ id }) => id !== undefined && id === item.id)) return item
  return { ...item, id: Math.max(...others.map(({ id }) => Number(id) || 0)) + 1 }
}

/** The keys of all items. New ones stand after the item that they followed. */
function keysInOrder(before: Map<string, Item>, own: Map<string, Item>, current: Map<string, Item>): string[] {
  const [old, mine, theirs] = [[...before.keys()], [...own.keys()], [...current.keys()]]
  const isMoved = String(old.filter((key) => own.has(key))) !== String(mine.filter((key) => before.has(key)))
  const [order, others] = isMoved ? [mine, theirs] : [theirs, mine]
  for (const [index, key] of others.entries()) {
    if (order.includes(key)) continue
    const previous = others[index - 1]
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key)
  }
  return order
}
