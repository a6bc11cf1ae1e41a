import type { FieldMeta, ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import type { Words } from '../../../i18n/Words.ts'
import type { Formats } from '../../../field/FieldKind.ts'
import type { FoundColor } from '../../../component/color/useColors.ts'
import type { LayoutOptions } from '../../../views/ViewParts.ts'
import { addDays, daysBetween } from '../../../component/days.ts'
import { type DayCount, type Ends, type Entry, entryOf } from './useCalendar.ts'
import type { Hold } from './useHold.ts'
import { type Held, type Moves, valuesAfter } from './useMoves.ts'

/** The entries of each day, in the order in which they begin. */
export type Shown = ReadonlyMap<string, readonly Entry[]>

/** What all parts of a calendar need. */
export interface CalendarContext {
  readonly model: ModelMeta
  readonly options: LayoutOptions
  readonly ends: Ends
  readonly colors: (record: RecordJson) => FoundColor | undefined
  /** What a day says instead of its records; undefined where they are shown. */
  readonly countOf: ((day: string) => DayCount) | undefined
  readonly hold: Hold
  readonly moves: Moves
  readonly isMovable: boolean
  readonly open: (id: number) => void
  readonly formats: Formats
  readonly words: Words
}

/** The days with their entries; what is held stands where it would be let go. */
export function toShown(of: {
  readonly entries: readonly Entry[]
  readonly held: Held | undefined
  readonly ends: Ends
  readonly timeZone: string
}): Shown {
  const { entries, held, ends, timeZone } = of
  const placed = held
    ? entries.map((entry) => (entry.record.id === held.record.id ? heldEntry(held, entry, of) : entry))
    : entries
  const isNew =
    held && held.grabbed === undefined && entryOf({ ...held.record, [ends.from.name]: held.over }, ends, timeZone)
  const days = new Map<string, Entry[]>()
  for (const entry of isNew ? [...placed, isNew] : placed)
    for (let day = entry.first; day <= entry.last; day = addDays(day, 1))
      days.set(day, [...(days.get(day) ?? []), entry])
  return days
}

function heldEntry(
  held: Held,
  entry: Entry,
  { ends, timeZone }: { readonly ends: Ends; readonly timeZone: string },
): Entry {
  const days = held.grabbed === undefined ? 0 : daysBetween(held.grabbed, held.over)
  return entryOf({ ...held.record, ...valuesAfter(held, days, ends, timeZone) }, ends, timeZone) ?? entry
}

/** Whether the caller may move records of the model in general: the service decides of each one. */
export function mayMove(model: ModelMeta, { from, to }: Ends): boolean {
  const isOpen = ({ name, may, traits }: FieldMeta) =>
    may?.update !== 'none' && traits?.writable !== false && model.only?.[name] === undefined
  return model.may.update !== 'none' && isOpen(from) && (!to || isOpen(to))
}
