import type { ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Draft } from './Draft.ts'

/** Where drafts are kept: the storage of a browser, or a part of it. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Which draft it is: of a record, or of a new one of a model by what its form begins with. */
export interface DraftName {
  readonly user: number
  readonly model: string
  readonly id: number | undefined
  /** The record that a new one is a copy of. */
  readonly from?: number | undefined
  /** The values that the address of a new one names, by field. */
  readonly set?: Readonly<Record<string, string>> | undefined
}

const prefix = 'tabularium.draft.'

/** Keeps a draft in the browser, without secrets; one without edits is removed. Storage that is full keeps nothing. */
export function keepDraft(storage: DraftStorage, name: DraftName, model: ModelMeta, draft: Draft): void {
  const isSecret = (field: string) => model.fields.some((each) => each.name === field && each.secret)
  const edits = Object.entries(draft.edits).filter(([field]) => !isSecret(field))
  try {
    if (edits.length === 0) storage.removeItem(keyOf(name))
    else
      storage.setItem(
        keyOf(name),
        JSON.stringify({ ...draft, base: draft.base ?? null, edits: Object.fromEntries(edits) }),
      )
  } catch {
    // A full or forbidden storage: the draft lives in this tab alone.
  }
}

/** The draft that was kept; undefined if there is none that can be read. */
export function findDraft(storage: DraftStorage, name: DraftName): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(name)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('edits' in kept) || !('key' in kept)) return undefined
    const { base, edits, key } = kept as { base: RecordJson | null; edits: Draft['edits']; key: string }
    return { base: base ?? undefined, edits, key }
  } catch {
    return undefined
  }
}

/** The drafts of a user that were not saved. */
export function listDrafts(storage: DraftStorage, user: number): DraftName[] {
  const own = `${prefix}${user}.`
  return keysOf(storage)
    .filter((key) => key.startsWith(own))
    .map((key) => {
      const [of = '', origin] = key.slice(own.length).split('?')
      const at = of.lastIndexOf('.')
      const [model, id] = [of.slice(0, at), of.slice(at + 1)]
      return { user, model, ...(id === 'new' ? { id: undefined, ...readOrigin(origin) } : { id: Number(id) }) }
    })
}

/** Removes a draft that was saved or discarded. */
export function removeDraft(storage: DraftStorage, name: DraftName): void {
  storage.removeItem(keyOf(name))
}

/** Removes the drafts of everybody but this user: of all users after a logout. */
export function removeDraftsExcept(storage: DraftStorage, user: number | undefined): void {
  const own = user === undefined ? undefined : `${prefix}${user}.`
  for (const key of keysOf(storage))
    if (key.startsWith(prefix) && !(own && key.startsWith(own))) storage.removeItem(key)
}

function keysOf(storage: DraftStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}

function keyOf({ user, model, id, from, set = {} }: DraftName): string {
  const origin = new URLSearchParams(Object.entries(set).map(([name, value]) => [`set.${name}`, value]))
  if (from !== undefined) origin.set('from', String(from))
  origin.sort()
  const of = id ?? (origin.size > 0 ? `new?${origin}` : 'new')
  return `${prefix}${user}.${model}.${of}`
}

/** What the form of a new record began with, as `keyOf` writes it. */
function readOrigin(text: string | undefined): Pick<DraftName, 'from' | 'set'> {
  if (text === undefined) return {}
  const { from, ...others } = Object.fromEntries(new URLSearchParams(text))
  const set = Object.fromEntries(Object.entries(others).map(([name, value]) => [name.slice('set.'.length), value]))
  return { ...(from === undefined ? {} : { from: Number(from) }), set }
}
