import { isSame } from '../field/isSame.ts'
import { kindOf } from '../field/kinds.ts'
import type { FieldMeta, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Draft } from './Draft.ts'
import {
  isUntouchedLines,
  type Line,
  type LineEdits,
  type LineValues,
  lineEditsOf,
  membersOf,
  sentLines,
} from './lines.ts'

/** The collections of a model that its form edits. */
export function lineFieldsOf({ fields }: ModelMeta): FieldMeta[] {
  return fields.filter(({ lines }) => lines !== undefined)
}

/**
 * A record that was read again, for a draft with edits of its lines. A line that was touched stays as it was read then,
 * with that version: so the service merges it, or says what clashes. All others are as they are now. A record that
 * comes without its lines, as that of a conflict, keeps those of the draft.
 */
export function withLinesOf(draft: Draft, record: RecordJson, model: ModelMeta): RecordJson {
  const before = draft.base
  if (before === undefined) return record
  const kept = lineFieldsOf(model).flatMap((field): [string, RecordJson[]][] => {
    if (!(field.name in before)) return []
    const read = membersOf(before, field)
    if (!(field.name in record)) return [[field.name, [...read]]]
    return [[field.name, keepTouched(lineEditsOf(draft, field), read, membersOf(record, field))]]
  })
  return { ...record, ...Object.fromEntries(kept) }
}

function keepTouched(edits: LineEdits, read: readonly RecordJson[], now: readonly RecordJson[]): RecordJson[] {
  const isTouched = ({ id }: RecordJson) => edits.changed[id] !== undefined || edits.removed.includes(id)
  const find = (id: number) => read.find((line) => line.id === id && isTouched(line))
  const gone = read.filter((line) => edits.changed[line.id] !== undefined && !now.some(({ id }) => id === line.id))
  return [...now.map((line) => find(line.id) ?? line), ...gone]
}

/** The edits of lines, put onto the lines of now: what others have taken out need not be taken out again. */
export function rebaseLines(edits: LineEdits, base: RecordJson, field: FieldMeta): LineEdits | undefined {
  if (!(field.name in base)) return edits
  const ids = new Set(membersOf(base, field).map(({ id }) => id))
  const next = { ...edits, removed: edits.removed.filter((id) => ids.has(id)) }
  return isUntouchedLines(next) ? undefined : next
}

/**
 * The edits of lines after a save: what was typed since it was sent. A line that the service kept, though it was taken
 * out, stays taken out: others added it alone, and the next save takes it out.
 */
export function linesAfterSave(
  latest: Draft,
  sent: Draft,
  record: RecordJson,
  field: FieldMeta,
): LineEdits | undefined {
  const [now, then] = [lineEditsOf(latest, field), lineEditsOf(sent, field)]
  const before = new Set(membersOf(sent.base, field).map(({ id }) => id))
  const members = membersOf(record, field)
  const saved = matchLines(
    sentNew(sent, field),
    members.filter(({ id }) => !before.has(id)),
    field,
  )
  const changed: Record<string, LineValues> = {}
  for (const [id, values] of Object.entries(now.changed)) addTyped(changed, id, values, then.changed[id] ?? {})
  for (const { key, values } of now.added) {
    const same = then.added.find((line) => line.key === key)
    const member = saved.get(key)
    if (same && member) addTyped(changed, String(member.id), values, same.values)
  }
  const next = {
    added: now.added.filter(({ key }) => !then.added.some((line) => line.key === key)),
    changed,
    removed: now.removed.filter((id) => members.some((member) => member.id === id)),
  }
  return isUntouchedLines(next) ? undefined : next
}

function addTyped(changed: Record<string, LineValues>, id: string, values: LineValues, sent: LineValues): void {
  const isTyped = ([name, input]: [string, unknown]) => JSON.stringify(sent[name]) !== JSON.stringify(input)
  const typed = Object.entries(values).filter(isTyped)
  if (typed.length > 0) changed[id] = Object.fromEntries(typed)
}

function sentNew(draft: Draft, field: FieldMeta): Line[] {
  return sentLines(draft, field).filter(({ base }) => base === undefined)
}

/** Which of the lines that an answer has is which of those that were sent without an id: by their values. */
export function matchLines(
  lines: readonly Line[],
  answered: readonly RecordJson[],
  { lines: meta }: FieldMeta,
): ReadonlyMap<string, RecordJson> {
  const left = [...answered]
  const matched = lines.flatMap((line): [string, RecordJson][] => {
    const at = left.findIndex((member) => isOf(line, member, meta?.columns ?? []))
    const [member] = at < 0 ? [] : left.splice(at, 1)
    return member ? [[line.key, member]] : []
  })
  return new Map(matched)
}

function isOf({ values }: Line, member: RecordJson, columns: readonly FieldMeta[]): boolean {
  return columns.every((column) => {
    const input = values[column.name]
    if (input === undefined) return true
    const read = kindOf(column).toInput(member[column.name] ?? null, column)
    return isSame(column.type, read, input) || Number(read) === Number(input)
  })
}
