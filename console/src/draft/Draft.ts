import type { Input } from '../field/FieldKind.ts'
import { isSame } from '../field/isSame.ts'
import { kindOf } from '../field/kinds.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta, type RecordJson } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'

/** What was read, and what somebody typed over it. */
export interface Draft {
  /** The record as it was read; undefined for a new one. */
  readonly base: RecordJson | undefined
  /** What the editors hold, of the fields that were touched alone. */
  readonly edits: Readonly<Record<string, Input>>
  /** The idempotency key of the next save. It stays until the draft changes, so that a repeat is the same request. */
  readonly key: string
}

/** What a draft would send, and what is wrong with it by field. Only one of them has members that matter. */
export interface Sending {
  readonly data: Readonly<Record<string, Json>>
  readonly faults: Readonly<Record<string, string>>
}

/** A draft of a record as it was read, or of a new one. */
export function draftOf(base: RecordJson | undefined, key: string): Draft {
  return { base, edits: {}, key }
}

/** A draft of a new record with the values of another, but for what must be unique, secrets and members. */
export function copyOf(record: RecordJson, model: ModelMeta, key: string): Draft {
  const copied = model.fields.filter(
    (field) => !field.unique && !field.secret && !isComputed(field) && field.type !== 'collection',
  )
  const values = copied.filter(({ name }) => record[name] !== undefined && record[name] !== null)
  const inputs = values.map((field) => [field.name, kindOf(field).toInput(record[field.name] ?? null, field)])
  return { base: undefined, edits: Object.fromEntries(inputs), key }
}

/** A field gets what its editor holds. The same as the base has is no edit. */
export function withEdit(draft: Draft, field: FieldMeta, input: Input, key: string): Draft {
  const { [field.name]: _, ...others } = draft.edits
  const untouched = !field.secret && draft.base !== undefined && isUntouched(draft.base, field, input)
  return { ...draft, key, edits: untouched ? others : { ...others, [field.name]: input } }
}

/** A field is as it was read again. */
export function withoutEdit(draft: Draft, name: string, key: string): Draft {
  const { [name]: _, ...edits } = draft.edits
  return { ...draft, key, edits }
}

/** What the editor of a field holds. */
export function inputOf(draft: Draft, field: FieldMeta): Input {
  const edit = draft.edits[field.name]
  if (edit !== undefined) return edit
  const read = draft.base === undefined ? (field.default ?? null) : (draft.base[field.name] ?? null)
  return kindOf(field).toInput(field.secret ? null : read, field)
}

/** Whether anything was touched. */
export function isTouched({ edits }: Draft): boolean {
  return Object.keys(edits).length > 0
}

/** Whether two drafts hold the same edits. */
export function hasSameEdits({ edits: one }: Draft, { edits: other }: Draft): boolean {
  const names = Object.keys({ ...one, ...other })
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
}

/** What a draft sends: the fields that were touched, and the version that was read. */
export function toSend(draft: Draft, model: ModelMeta, words: Words): Sending {
  const data: Record<string, Json> = draft.base === undefined ? {} : { version: draft.base.version }
  const faults: Record<string, string> = {}
  for (const field of model.fields) {
    const input = draft.edits[field.name]
    if (input === undefined) continue
    const reading = kindOf(field).read(input, field, words)
    if ('fault' in reading) faults[field.name] = reading.fault
    else data[field.name] = reading.value
  }
  return { data, faults }
}

/**
 * The record was changed by others while the draft was open. Edits stay; those that others made as well are none any
 * more, and links get what others added and lose what they removed. The record of a conflict comes without its links:
 * edits of what it does not show stay too.
 */
export function rebase(draft: Draft, base: RecordJson, model: ModelMeta, key: string): Draft {
  const edits = Object.entries(draft.edits).flatMap(([name, input]): [string, Input][] => {
    const field = model.fields.find((each) => each.name === name)
    if (!field) return []
    if (field.secret || !(name in base)) return [[name, input]]
    const onto = field.type === 'links' ? mergeLinks(draft.base?.[name], input, base[name]) : input
    return isUntouched(base, field, onto) ? [] : [[name, onto]]
  })
  return { base, edits: Object.fromEntries(edits), key }
}

/** The links that were typed, put onto those of now: by what was added and removed since they were read. */
function mergeLinks(read: Json | undefined, typed: Input, now: Json | undefined): Input {
  if (!Array.isArray(read) || !Array.isArray(typed) || !Array.isArray(now)) return typed
  const isIn = (links: readonly Json[], link: Json) => links.some((each) => isSame('reference', each, link))
  const left = now.filter((link: Json) => isIn(typed, link) || !isIn(read, link))
  return [...left, ...typed.filter((link: Json) => !isIn(read, link) && !isIn(left, link))]
}

/**
 * The draft after a save: what was sent is no edit any more, and what was typed while the answer was under way still
 * is one.
 */
export function afterSave(latest: Draft, sent: Draft, record: RecordJson, model: ModelMeta, key: string): Draft {
  const typed = Object.entries(latest.edits).filter(([name, input]) => sent.edits[name] !== input)
  const seen = latest.base && { ...latest.base, ...sent.edits }
  return rebase({ ...latest, base: seen, edits: Object.fromEntries(typed) }, record, model, key)
}

function isUntouched(base: RecordJson, field: FieldMeta, input: Input): boolean {
  const read = kindOf(field).toInput(base[field.name] ?? null, field)
  return isSame(field.type, read, input)
}
