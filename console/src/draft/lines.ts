import type { Input } from '../field/FieldKind.ts'
import { isSame } from '../field/isSame.ts'
import { kindOf } from '../field/kinds.ts'
import type { FieldMeta, Json, RecordJson } from '../meta/ModelMeta.ts'
import type { Draft } from './Draft.ts'

/** What the editors of a line hold, by column: of those that were touched alone. */
export type LineValues = { readonly [column: string]: Input }

/** A line that is not saved yet. */
export type AddedLine = { readonly key: string; readonly values: LineValues }

/** What was done to the lines of a record. It is kept in the draft as the edit of the collection. */
export type LineEdits = {
  readonly added: readonly AddedLine[]
  readonly changed: { readonly [id: string]: LineValues }
  readonly removed: readonly number[]
}

/** One line of a form: as it was read, and what was typed over it. */
export interface Line {
  /** Its id as text, or a key of its own until it is saved. */
  readonly key: string
  readonly base: RecordJson | undefined
  readonly values: LineValues
  readonly isRemoved: boolean
}

const untouched: LineEdits = { added: [], changed: {}, removed: [] }
const nothing: LineValues = {}

/** The edits of a collection's lines in a draft. */
export function lineEditsOf({ edits }: Pick<Draft, 'edits'>, field: FieldMeta): LineEdits {
  const found = edits[field.name]
  return typeof found === 'object' && found !== null && 'added' in found ? (found as LineEdits) : untouched
}

/** Whether nothing was done to the lines. */
export function isUntouchedLines({ added, changed, removed }: LineEdits): boolean {
  return added.length + removed.length + Object.keys(changed).length === 0
}

/** How many lines were touched. */
export function countTouched({ added, changed, removed }: LineEdits): number {
  return added.length + removed.length + Object.keys(changed).filter((id) => !removed.includes(Number(id))).length
}

/** The lines of a record as they were read. */
export function membersOf(base: RecordJson | undefined, field: FieldMeta): readonly RecordJson[] {
  const members = base?.[field.name]
  return Array.isArray(members) ? (members as readonly RecordJson[]) : []
}

/** The lines of a form, in their order: those that were read, then new ones. */
export function linesOf(draft: Pick<Draft, 'base' | 'edits'>, field: FieldMeta): Line[] {
  const { added, changed, removed } = lineEditsOf(draft, field)
  const read = membersOf(draft.base, field).map((base) => ({
    key: String(base.id),
    base,
    values: changed[base.id] ?? nothing,
    isRemoved: removed.includes(base.id),
  }))
  const lines = [...read, ...added.map(({ key, values }) => ({ key, base: undefined, values, isRemoved: false }))]
  const { position } = field.lines ?? {}
  return position ? inOrder(lines, position) : lines
}

/** Where people put lines in order, a line stands by the number that it has now; those without one come last. */
function inOrder(lines: readonly Line[], position: FieldMeta): Line[] {
  const numbers = new Map(lines.map((line) => [line, positionOf(line, position)]))
  const at = (line: Line) => numbers.get(line) ?? Number.POSITIVE_INFINITY
  return [...lines].sort((one, other) => (at(one) === at(other) ? 0 : at(one) - at(other)))
}

/** The number of a line in the order that people give it; undefined if it has none. */
export function positionOf({ base, values }: Line, { name }: FieldMeta): number | undefined {
  const value = values[name] ?? base?.[name] ?? null
  return value === null || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value)
}

/** A line as a draft of its own, so that it is edited, checked and sent as any record. */
export function draftOfLine({ base, values }: Pick<Line, 'base' | 'values'>): Draft {
  return { base, edits: values, key: '' }
}

/** Whether nothing stands in a new line: it is not sent. Its number alone is not worth a line. */
export function isBlank({ values }: Pick<AddedLine, 'values'>, position?: FieldMeta): boolean {
  return Object.entries(values).every(([name, value]) => name === position?.name || value === null || value === '')
}

/** The lines that a save sends, in that order: an error names a line by its index. */
export function sentLines(draft: Pick<Draft, 'base' | 'edits'>, field: FieldMeta): Line[] {
  const isSent = (line: Line) => !line.isRemoved && (line.base !== undefined || !isBlank(line, field.lines?.position))
  return linesOf(draft, field).filter(isSent)
}

/** A cell gets what its editor holds. The same as was read is no edit. */
export function withCell(edits: LineEdits, { key, base, values }: Line, column: FieldMeta, input: Input): LineEdits {
  if (!base) {
    const isThere = edits.added.some((each) => each.key === key)
    const line = { key, values: { ...values, [column.name]: input } }
    return {
      ...edits,
      added: isThere ? edits.added.map((each) => (each.key === key ? line : each)) : [...edits.added, line],
    }
  }
  const { [column.name]: _, ...others } = edits.changed[key] ?? {}
  const read = kindOf(column).toInput(base[column.name] ?? null, column)
  return withChanged(edits, key, isSame(column.type, read, input) ? others : { ...others, [column.name]: input })
}

/** A cell is as it was read again; of a new line it is empty. */
export function withoutCell(edits: LineEdits, { key, base }: Line, column: string): LineEdits {
  if (base) {
    const { [column]: _, ...others } = edits.changed[key] ?? {}
    return withChanged(edits, key, others)
  }
  const added = edits.added.map((each) => {
    const { [column]: _, ...values } = each.values
    return each.key === key ? { key, values } : each
  })
  return { ...edits, added: added.filter(({ values }) => Object.keys(values).length > 0) }
}

function withChanged(edits: LineEdits, key: string, values: LineValues): LineEdits {
  const { [key]: _, ...others } = edits.changed
  return { ...edits, changed: Object.keys(values).length > 0 ? { ...others, [key]: values } : others }
}

/** A line is taken out: a new one at once, another one with the save. */
export function withoutLine(edits: LineEdits, { key, base }: Line): LineEdits {
  if (!base) return { ...edits, added: edits.added.filter((each) => each.key !== key) }
  return edits.removed.includes(base.id) ? edits : { ...edits, removed: [...edits.removed, base.id] }
}

/** A line that was taken out is there again. */
export function withLineAgain(edits: LineEdits, { base }: Line): LineEdits {
  return { ...edits, removed: edits.removed.filter((id) => id !== base?.id) }
}

/** New lines with values; what nobody could choose any more is left out by whoever makes them. */
export function withAdded(edits: LineEdits, lines: readonly AddedLine[]): LineEdits {
  return { ...edits, added: [...edits.added, ...lines] }
}

/** The values of a line as a new one begins with them. */
export function copiedValues(record: { readonly [name: string]: Json }, columns: readonly FieldMeta[]): LineValues {
  const isCopied = ({ name, unique, traits }: FieldMeta) =>
    !unique && traits?.writable !== false && (record[name] ?? null) !== null
  const copied = columns.filter(isCopied)
  return Object.fromEntries(
    copied.map((column) => [column.name, kindOf(column).toInput(record[column.name] ?? null, column)]),
  )
}
