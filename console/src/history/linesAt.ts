import { isSame } from '../field/isSame.ts'
import type { LinesField } from '../meta/lines.ts'
import type { FieldMeta, Json, RecordJson } from '../meta/ModelMeta.ts'
import { isComputed } from '../meta/ModelMeta.ts'
import type { Entry } from './Entry.ts'
import type { Write } from './foldWrites.ts'
import { valueBefore } from './recordAt.ts'

/** The values of a line at some moment, by field. */
export type LineValues = Readonly<Record<string, Json>>

/** What became of a line between two versions of its record. */
export interface LineChange {
  readonly id: number
  /** Its values at both; undefined where the record did not have it. */
  readonly before: LineValues | undefined
  readonly now: LineValues | undefined
  readonly columns: ReadonlySet<string>
  /** The last write of it between the two, and the last of all. */
  readonly write: Write | undefined
  readonly newest: Write | undefined
}

/** A record with one of its collections: the writes of all that were ever in it, newest first, and as it is now. */
export interface Lines {
  readonly field: LinesField
  readonly id: number
  readonly writes: readonly Write[]
  readonly current: RecordJson | undefined
}

/** The columns that the history has values of: what is computed has none. */
export function pastColumns({ lines }: LinesField): readonly FieldMeta[] {
  return lines.columns.filter((column) => !isComputed(column))
}

/**
 * When a version ended: with the next one. Its lines are those that the record had until then, as a restore brings them
 * back. Undefined for the version of now.
 */
export function endOf(version: number, entries: readonly Entry[]): string | undefined {
  return entries.findLast((entry) => entry.version > version)?.on
}

/** The lines of a record at a version, with what became of each since another one. Those that are gone stand last. */
export function linesBetween(lines: Lines, from: string | undefined, until: string | undefined): LineChange[] {
  const { field, writes } = lines
  const own = writes.filter(({ model }) => model === field.lines.target.name)
  const byId = Map.groupBy(own, ({ id }) => id)
  const ids = new Set([...membersOf(lines).map(({ id }) => id), ...byId.keys()])
  const changes = [...ids].map((id): LineChange => {
    const past = byId.get(id) ?? []
    const [before, now] = [lineAt(id, past, lines, from), lineAt(id, past, lines, until)]
    const write = past.find((each) => isSince(each, from) && !isSince(each, until))
    return { id, before, now, columns: changedColumns(field, before, now), write, newest: past[0] }
  })
  const { position } = field.lines
  const at = ({ id, now, before }: LineChange) => Number((position && (now ?? before)?.[position.name]) ?? id)
  return changes
    .filter(({ before, now }) => before ?? now)
    .sort((one, other) => Number(!one.now) - Number(!other.now) || at(one) - at(other) || one.id - other.id)
}

function membersOf({ field, current }: Lines): readonly RecordJson[] {
  const members = current?.[field.name]
  return Array.isArray(members) ? (members as readonly RecordJson[]) : []
}

/** Whether a write was made at a moment or later. */
function isSince({ on }: Pick<Write, 'on'>, moment: string | undefined): boolean {
  return moment !== undefined && on >= moment
}

/** A line before a moment; undefined if the record did not have it then. */
function lineAt(id: number, past: readonly Write[], lines: Lines, moment: string | undefined): LineValues | undefined {
  const { field } = lines
  const member = membersOf(lines).find((each) => each.id === id)
  const later = past.filter((write) => isSince(write, moment))
  const last = past[later.length]
  const isThere = last ? last.operation !== 'delete' : later.length > 0 ? !isBorn(later.at(-1)) : member !== undefined
  const now = { ...member, [field.by ?? '']: member ? { id: lines.id } : null }
  const valueOf = (name: string): Json => {
    const known = valueBefore(name, past, (write) => isSince(write, moment))
    return known === undefined ? ((now as LineValues)[name] ?? null) : known
  }
  if (!isThere || !isSame('reference', valueOf(field.by ?? ''), { id: lines.id })) return undefined
  const { columns, position } = field.lines
  const names = [...columns, ...(position ? [position] : [])].map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}

/** Whether there was no such line before a write. One that brought old values back found others. */
function isBorn(write: Write | undefined): boolean {
  if (write?.operation === 'create') return true
  return write?.operation === 'restore' && Object.values(write.changes).every(({ from = null }) => from === null)
}

function changedColumns(field: LinesField, before: LineValues | undefined, now: LineValues | undefined) {
  const isOther = ({ name, type }: FieldMeta) => !isSame(type, before?.[name] ?? null, now?.[name] ?? null)
  return new Set(before && now ? pastColumns(field).flatMap((each) => (isOther(each) ? [each.name] : [])) : [])
}
