import type { ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Draft } from './Draft.ts'

/** Where drafts are kept: the storage of a browser, or a part of it. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Which draft it is: of a record, or of a new one of a model. */
export interface DraftName {
  readonly user: number
  readonly model: string
  readonly id: number | undefined
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

/** The drafts of a user that were not saved, by model and id. */
export function listDrafts(storage: DraftStorage, user: number): DraftName[] {
  const own = `${prefix}${user}.`
  return keysOf(storage)
    .filter((key) => key.startsWith(own))
    .map((key) => {
      const parts = key.slice(own.length).split('.')
      const id = parts.pop()
      return { user, model: parts.join('.'), id: id === 'new' ? undefined : Number(id) }
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

function keyOf({ user, model, id }: DraftName): string {
  return `${prefix}${user}.${model}.${id ?? 'new'}`
}
