import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../model/Model.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import { type Clash, compareEdits } from './compareEdits.ts'
import type { Past, PastAuthor, PastEntry, Plain, PlainRecord } from './Past.ts'
import { isSecretField } from './plainValues.ts'
import { findEntryBefore, findStateAt, findStateBefore } from './stateAt.ts'

/** One or more writes of a record that are taken as one: the versions from the first to the last. */
export interface WrittenVersions {
  readonly first: number
  readonly last: number
}

/** A record before some writes and after them; a side is undefined if the record did not exist then. */
export interface WrittenSides {
  readonly before: PlainRecord | undefined
  readonly after: PlainRecord | undefined
}

/** What writes did to the links of a record. */
export interface LinkChange {
  readonly relation: LinksRelation
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** What undoes some writes of a record: `none` if the record is as it was before them. */
export type Undo =
  | { readonly is: 'none' }
  /** The journal does not reach back that far. */
  | { readonly is: 'forgotten' }
  /** The writes changed the record, and it was deleted since. */
  | { readonly is: 'deleted'; readonly by: PastAuthor | null; readonly on: string | null }
  /** The writes created the record. `clashes` are the changes since; `isChanged` also if they can't be shown. */
  | { readonly is: 'delete'; readonly isChanged: boolean; readonly clashes: readonly Clash[] }
  /** The writes deleted the record. */
  | { readonly is: 'recreate'; readonly state: PlainRecord }
  | UndoOfUpdate

/** What undoes a change. */
export interface UndoOfUpdate {
  readonly is: 'update'
  /** The values that go back; of a set what is added to it and removed from it. */
  readonly values: PlainRecord
  readonly links: readonly LinkChange[]
  readonly clashes: readonly Clash[]
  /** The changed secrets, whose former values nobody knows. */
  readonly secrets: readonly string[]
}

/**
 * Compares a record as it is now (current) with what it was before some writes (yours) and after them (base). What
 * nobody has changed since goes back; what somebody has changed is a clash. Fields that the caller may not read are
 * left alone and are not mentioned.
 */
export function toUndo(past: Past, versions: WrittenVersions, model: Model): Undo {
  const sides = findSides(past, versions)
  if (!sides) return { is: 'forgotten' }
  const { before, after } = sides
  if (!before) return after && past.current ? toDelete(past, versions, model) : { is: 'none' }
  if (!after) return past.current ? { is: 'none' } : { is: 'recreate', state: before }
  const changes = findChanges(past, versions, model)
  if (changes.length === 0) return { is: 'none' }
  if (past.current) return toUpdate(past, versions, after, changes, model)
  const { by = null, on = null } = past.entries.findLast(({ operation }) => operation === 'd') ?? {}
  return { is: 'deleted', by, on }
}

/** Returns the record before and after some writes; undefined if the journal does not have that any more. */
export function findSides(past: Past, { first, last }: WrittenVersions): WrittenSides | undefined {
  const operationAt = (version: number) => past.entries.find((entry) => entry.version === version)?.operation
  const [opens, closes] = [operationAt(first), operationAt(last)]
  if (!opens || !closes) return undefined
  const earlier = findEntryBefore(past, first)?.operation
  // A restore changes a record, or recreates a deleted one: the entry before it says which.
  if (opens === 'r' && !earlier) return undefined
  const isNew = opens === 'c' || (opens === 'r' && earlier === 'd')
  const before = isNew ? undefined : findStateBefore(past, first)
  const after = closes === 'd' ? undefined : findStateAt(past, last)
  if ((!isNew && !before) || (closes !== 'd' && !after)) return undefined
  return { before, after }
}

/**
 * A caller who may not read all fields must not learn whether a hidden one has its old value again. For them, every
 * later version is a change, and they see versions anyway.
 */
function toDelete(past: Past, { last }: WrittenVersions, model: Model): Undo {
  const later = netChanges(
    past.entries.filter(({ version }) => version > last),
    model,
  )
  const clashes = [...later].flatMap(([field, { from, to, isSecret, by, on }]): Clash[] =>
    !isSecret && isShown(field, past, model) ? [{ field, base: from, current: to, yours: null, by, on }] : [],
  )
  const isChanged = past.readable ? past.current?.version !== last : later.size > 0
  return { is: 'delete', isChanged, clashes }
}

type Changes = readonly (readonly [name: string, change: NetChange])[]

/** What the writes changed, limited to what the caller may read. */
function findChanges(past: Past, { first, last }: WrittenVersions, model: Model): Changes {
  const written = past.entries.filter(({ version }) => version >= first && version <= last)
  return [...netChanges(written, model)].filter(([field]) => isShown(field, past, model))
}

function toUpdate(past: Past, { last }: WrittenVersions, after: PlainRecord, changes: Changes, model: Model): Undo {
  const isField = (name: string) => model.fields.some((field) => field.name === name)
  const known = changes.filter(([name, { isSecret }]) => isField(name) && !isSecret)
  const yours = Object.fromEntries(known.map(([name, { from }]) => [name, from]))
  const {
    clashes,
    mergeable,
    yours: changed,
  } = compareEdits({ version: last, values: after }, past, yours, readableModel(model, past))
  const secrets = changes.filter(([name, { isSecret }]) => isField(name) && isSecret).map(([name]) => name)
  const links = model.relations.flatMap((relation): LinkChange[] => {
    const change = changes.find(([name]) => name === relation.name)?.[1]
    if (relation.type !== 'links' || !change) return []
    const [from, to] = [toIds(change.from), toIds(change.to)]
    return [{ relation, added: without(to, from), removed: without(from, to) }]
  })
  const values = Object.fromEntries(mergeable.map((name) => [name, changed[name]]))
  const isNothing = mergeable.length + links.length + clashes.length + secrets.length === 0
  return isNothing ? { is: 'none' } : { is: 'update', values, links, clashes, secrets }
}

/** What several writes did to a field, as if they were one, and who wrote it last. */
export interface NetChange {
  readonly from: Plain
  readonly to: Plain
  readonly isSecret: boolean
  readonly by: PastAuthor | null
  readonly on: string | null
}

/** Returns the changes that are left if writes are taken as one: a field that got its old value again has none. */
export function netChanges(entries: readonly PastEntry[], model: Model): Map<string, NetChange> {
  const changes = new Map<string, NetChange>()
  for (const { changes: own, by, on } of entries)
    for (const [field, change] of Object.entries(own)) {
      const earlier = changes.get(field)
      const from = earlier ? earlier.from : (change?.[0] ?? null)
      const isSecret = change === null || earlier?.isSecret === true || isSecretField(field, model)
      changes.set(field, { from, to: change?.[1] ?? null, isSecret, by, on })
    }
  for (const [field, { from, to, isSecret }] of changes)
    if (!isSecret && isDeepStrictEqual(from, to)) changes.delete(field)
  return changes
}

function isShown(name: string, { readable }: Past, { fields, relations }: Model): boolean {
  const isKnown = fields.some((field) => field.name === name) || relations.some((relation) => relation.name === name)
  return isKnown && (readable?.has(name) ?? true)
}

/** Fields change together with those only that the caller may read. */
function readableModel(model: Model, { readable }: Past): Model {
  if (!readable || !model.together) return model
  return { ...model, together: model.together.map((group) => group.filter((name) => readable.has(name))) }
}

/** The ids of a side of a journaled change of links. */
export function toIds(side: Plain): number[] {
  return Array.isArray(side) ? side.filter((id) => typeof id === 'number') : []
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  return ids.filter((id) => !others.includes(id))
}
