import { applyPatch } from 'rfc6902'
import type { Fault } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import type { Patch } from './scenario-files'

/** A JSON Patch that does not fit the content. The fault's pointer is the operation's place in the scenario's file. */
export class PatchError extends Error {
  constructor(readonly fault: Fault) {
    super(`${fault.pointer}: expected ${fault.expected}, found ${fault.found}`)
  }
}

/** Applies a JSON Patch (RFC 6902), which is a list, or else a JSON Merge Patch (RFC 7396). */
export function patched(target: unknown, patch: Patch, pointer: string): unknown {
  if (!Array.isArray(patch)) return mergePatch(target, patch)
  // Wraps the target, because an operation with the path "" replaces it.
  const root = { target: structuredClone(target) }
  const inRoot = patch.map((operation) => ({
    ...operation,
    path: `/target${operation.path}`,
    ...('from' in operation && { from: `/target${operation.from}` }),
  }))
  const errors = applyPatch(root, inRoot)
  const place = errors.findIndex((error) => error !== null)
  const operation = patch[place]
  if (!operation) return root.target
  const isTest = operation.op === 'test'
  const at = errors[place]?.name === 'MissingError' && 'from' in operation ? operation.from : operation.path
  const expected = isTest ? `${JSON.stringify(operation.value)} at "${at}"` : `an item with a place for "${at}"`
  const found = isTest ? 'another value' : 'none'
  throw new PatchError({ pointer: `${pointer}/${place}`, expected, found })
}

function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: JsonObject = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(merged[key], value)
  }
  return merged
}
