import type { Input } from '../field/FieldKind.ts'
import { isSame } from '../field/isSame.ts'
import { kindOf } from '../field/kinds.ts'
import {
  defaultTreeOf,
  defaultVariableOf,
  type FieldMeta,
  type Json,
  type ModelMeta,
  type RecordJson,
} from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import { draftOfLine, isUntouchedLines, type LineEdits, lineEditsOf, sentLines } from './lines.ts'
import { misfitOf } from './misfit.ts'
import { lineFieldsOf, linesAfterSave, rebaseLines, withLinesOf } from './rebaseLines.ts'

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

/** A field gets what its editor holds. The same as the base has is no edit. */
export function withEdit(draft: Draft, field: FieldMeta, input: Input, key: string): Draft {
  const { [field.name]: _, ...others } = draft.edits
  const untouched = field.lines
    ? isUntouchedLines(lineEditsOf({ edits: { [field.name]: input } }, field))
    : !field.secret && draft.base !== undefined && isUntouched(draft.base, field, input)
  return { ...draft, key, edits: untouched ? others : { ...others, [field.name]: input } }
}

/** A field is as it was read again. */
export function withoutEdit(draft: Draft, name: string, key: string): Draft {
  const { [name]: _, ...edits } = draft.edits
  return { ...draft, key, edits }
}

/** What the editor of a field holds; for a field of a new record that nobody has touched, its default. */
export function inputOf(draft: Draft, field: FieldMeta, computed: Json = null): Input {
  const edit = draft.edits[field.name]
  if (edit !== undefined) return edit
  const begun = (defaultTreeOf(field) ?? defaultVariableOf(field)) ? computed : plainDefault(field)
  const read = draft.base === undefined ? begun : (draft.base[field.name] ?? null)
  return kindOf(field).toInput(field.secret ? null : read, field)
}

/** What a new record begins with. A default that the service computes is not known before. */
function plainDefault({ type, default: given = null }: FieldMeta): Json {
  const isComputedLater = type !== 'json' && typeof given === 'object' && !Array.isArray(given)
  return isComputedLater ? null : given
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
    if (field.lines) {
      addLines(data, faults, draft, field, words)
      continue
    }
    const misfit = misfitOf(input)
    const reading = misfit
      ? { fault: words.paste.misfit(misfit.pasted, misfit.fault) }
      : kindOf(field).read(input, field, words)
    if ('fault' in reading) faults[field.name] = reading.fault
    else data[field.name] = reading.value
  }
  return { data, faults }
}

/** The lines that a draft sends: all that there are to be, those that nobody touched by id and version alone. */
function addLines(
  data: Record<string, Json>,
  faults: Record<string, string>,
  draft: Draft,
  field: FieldMeta,
  words: Words,
): void {
  const { target } = field.lines ?? {}
  data[field.name] = sentLines(draft, field).map((line) => {
    const sent = target && toSend(draftOfLine(line), target, words)
    for (const [name, fault] of Object.entries(sent?.faults ?? {})) faults[`${field.name}.${line.key}.${name}`] = fault
    return { ...(line.base ? { id: line.base.id } : {}), ...sent?.data }
  })
}

/**
 * The record was changed by others while the draft was open. Edits stay; those that others made as well are none any
 * more, and links and sets get what others added and lose what they removed. The record of a conflict comes without its
 * links: edits of what it does not show stay too.
 */
export function rebase(draft: Draft, base: RecordJson, model: ModelMeta, key: string): Draft {
  const onto = withLinesOf(draft, base, model)
  const edits = Object.entries(draft.edits).flatMap(([name, input]): [string, Input][] => {
    const field = model.fields.find((each) => each.name === name)
    if (!field) return []
    if (field.lines) {
      const left = rebaseLines(lineEditsOf(draft, field), onto, field)
      return left ? [[name, left]] : []
    }
    if (field.secret || !(name in base)) return [[name, input]]
    const merged = isMerged(field) ? mergeMany(field, draft.base?.[name], input, base[name]) : input
    return isUntouched(base, field, merged) ? [] : [[name, merged]]
  })
  return { base: onto, edits: Object.fromEntries(edits), key }
}

/** Whether changes of two people are put together: what both added is in it, and what both removed is not. */
export function isMerged({ type }: FieldMeta): boolean {
  return type === 'links' || type === 'choices' || type === 'collection'
}

/** The links or values that were typed, put onto those of now: by what was added and removed since they were read. */
function mergeMany({ type }: FieldMeta, read: Json | undefined, typed: Input, now: Json | undefined): Input {
  if (!Array.isArray(read) || !Array.isArray(typed) || !Array.isArray(now)) return typed
  const one = type === 'links' ? 'reference' : 'choice'
  const isIn = (all: readonly Json[], wanted: Json) => all.some((each) => isSame(one, each, wanted))
  const left = now.filter((each: Json) => isIn(typed, each) || !isIn(read, each))
  return [...left, ...typed.filter((each: Json) => !isIn(read, each) && !isIn(left, each))]
}

/**
 * The draft after a save: what was sent is no edit any more, and what was typed while the answer was under way still
 * is one.
 */
export function afterSave(latest: Draft, sent: Draft, record: RecordJson, model: ModelMeta, key: string): Draft {
  const lineFields = lineFieldsOf(model)
  const isLines = (name: string) => lineFields.some((field) => field.name === name)
  const typed = Object.entries(latest.edits).filter(([name, input]) => !isLines(name) && sent.edits[name] !== input)
  const lines = lineFields.flatMap((field): [string, LineEdits][] => {
    const left = linesAfterSave(latest, sent, record, field)
    return left ? [[field.name, left]] : []
  })
  // What was sent is what was seen; lines are those of the answer, with their new versions.
  const saved = lineFields.filter(({ name }) => name in record).map(({ name }) => [name, record[name]])
  const seen = latest.base && { ...latest.base, ...sent.edits, ...Object.fromEntries(saved) }
  return rebase({ ...latest, base: seen, edits: Object.fromEntries([...typed, ...lines]) }, record, model, key)
}

function isUntouched(base: RecordJson, field: FieldMeta, input: Input): boolean {
  const read = kindOf(field).toInput(base[field.name] ?? null, field)
  return isSame(field.type, read, input)
}
