import { isSame } from '../field/isSame.ts'
import { asText, kindOf } from '../field/kinds.ts'
import type { FieldMeta, Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import type { Author, Conflict, FieldConflict, MemberConflict } from './Conflict.ts'
import type { Draft } from './Draft.ts'

/** What a failure with the code `version-conflict` brings. Without a base there are no `conflicts`. */
export interface ConflictData {
  readonly base?: RecordJson | null
  readonly current?: RecordJson | null
  readonly conflicts?: readonly FieldConflict[]
  readonly mergeable?: readonly string[]
  readonly members?: readonly MemberConflict[]
}

/**
 * A conflict as the form shows it; undefined if the answer says nothing that could be decided. Where the base is not
 * known, every field of the draft that differs from the record has to be decided.
 */
export function readConflict(data: ConflictData, draft: Draft, model: ModelMeta, words: Words): Conflict | undefined {
  const { base = null, current, conflicts, mergeable = [], members = [] } = data
  if (!current) return undefined
  if (base && conflicts) return { base, current, conflicts, mergeable, members }
  return { base: null, current, conflicts: differing(draft, current, model, words), mergeable: [], members }
}

function differing(draft: Draft, current: RecordJson, model: ModelMeta, words: Words): FieldConflict[] {
  return model.fields.flatMap((field): FieldConflict[] => {
    const input = draft.edits[field.name]
    if (input === undefined || field.lines) return []
    const now = current[field.name] ?? null
    const known = { field: field.name, ...authorOf(current) }
    if (field.secret) return [{ ...known, secret: true }]
    const reading = kindOf(field).read(input, field, words)
    const isEqual = 'value' in reading && isSame(field.type, reading.value, now)
    return isEqual ? [] : [{ ...known, current: now, yours: input }]
  })
}

function authorOf(record: RecordJson): { by: Author | null; on: string } {
  const by = record.updatedBy
  const isAuthor = typeof by === 'object' && by !== null && 'username' in by
  return { by: isAuthor ? (by as unknown as Author) : null, on: asText(record.updatedOn) }
}

/**
 * The fields that others changed between two readings of a record. Secrets are not known, nor are members that the form
 * does not edit.
 */
export function changedFields(model: ModelMeta, before: RecordJson, now: RecordJson): FieldMeta[] {
  return model.fields.filter(({ name, type, secret }) => {
    if (secret || !(name in before) || !(name in now)) return false
    return type === 'collection'
      ? versionsOf(before[name]) !== versionsOf(now[name])
      : !isSame(type, before[name], now[name])
  })
}

/** Which members there are, at which versions. */
function versionsOf(members: Json | undefined): string {
  const all = Array.isArray(members) ? (members as readonly RecordJson[]) : []
  return JSON.stringify(all.map(({ id, version }) => [id, version]).sort(([one = 0], [other = 0]) => one - other))
}
