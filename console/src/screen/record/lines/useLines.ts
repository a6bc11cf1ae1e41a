import { useRef, useState } from 'react'
import {
  draftOfLine,
  isBlank,
  type Line,
  type LineEdits,
  lineEditsOf,
  linesOf,
  positionOf,
  withCell,
  withLineAgain,
  withoutCell,
  withoutLine,
} from '../../../draft/lines.ts'
import { type Draft, inputOf } from '../../../draft/Draft.ts'
import type { Input } from '../../../field/FieldKind.ts'
import type { LinesField } from '../../../meta/lines.ts'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { DraftState } from '../useDraft.ts'

/** A cell of a grid of lines. */
export interface CellAt {
  readonly line: string
  readonly column: string
}

/** A line with what was pasted into it, by column; a new one has no key yet. */
export interface PastedLine {
  readonly key: string | undefined
  readonly values: Readonly<Record<string, Input>>
}

/** How many steps Ctrl+Z goes back. */
const mostSteps = 100

/** The lines of a form, with an empty one at the end, and what is done to them. All of it works on the latest draft. */
export function useLines(field: LinesField, state: DraftState, mayAdd: boolean) {
  const { newKey } = useShell()
  const [blank, setBlank] = useState(newKey)
  const steps = useRef<LineEdits[]>([])
  const withBlank = (lines: readonly Line[]) => (mayAdd ? [...lines, blankLine(blank)] : lines)
  const lines = withBlank(linesOf(state.draft, field))
  const latest = () => withBlank(linesOf(state.latest(), field))
  const find = (key: string) => latest().find((line) => line.key === key)
  const change = (next: (edits: LineEdits) => LineEdits, isStep: boolean) => {
    const before = lineEditsOf(state.latest(), field)
    if (isStep) steps.current = [...steps.current, before].slice(-mostSteps)
    state.edit(field, next(before))
  }
  const onLine = (key: string, next: (edits: LineEdits, line: Line) => LineEdits, isStep = true) => {
    const line = find(key)
    if (line) change((edits) => next(edits, line), isStep)
  }
  const edit = (key: string, column: FieldMeta, input: Input) => {
    if (key === blank) {
      if (isBlank({ values: { [column.name]: input } })) return
      setBlank(newKey())
    }
    onLine(key, (edits, line) => withCell(numbered(edits, line, latest(), field), line, column, input), key === blank)
  }
  return {
    lines,
    latest,
    blank: mayAdd ? blank : undefined,
    change,
    edit,
    /** Puts what was pasted into lines, all of it as one step. */
    paste: (pasted: readonly PastedLine[]) => {
      const to = pasted.map(({ key, values }) => ({ line: find(key ?? '') ?? blankLine(newKey()), values }))
      change((before) => to.reduce((edits, each) => withValues(edits, each, state.latest(), field), before), true)
    },
    takeBack: (key: string, column: string) => onLine(key, (edits, line) => withoutCell(edits, line, column), false),
    remove: (key: string) => onLine(key, withoutLine),
    bringBack: (key: string) => onLine(key, withLineAgain),
    copyAbove: (key: string, column: FieldMeta) => {
      const all = latest().filter(({ isRemoved }) => !isRemoved)
      const above = all[all.findIndex((line) => line.key === key) - 1]
      if (above) edit(key, column, inputOf(draftOfLine(above), column))
    },
    move: (key: string, by: -1 | 1) => moveLine(latest(), key, by, field, change),
    undo: () => {
      const before = steps.current.at(-1)
      steps.current = steps.current.slice(0, -1)
      if (before) state.edit(field, before)
    },
  }
}

/** What is done to the lines of a form. */
export type LinesState = ReturnType<typeof useLines>

function blankLine(key: string): Line {
  return { key, base: undefined, values: {}, isRemoved: false }
}

/** Where people put lines in order, a new one gets the next number. */
function numbered(edits: LineEdits, line: Line, lines: readonly Line[], { lines: meta }: LinesField): LineEdits {
  const { position } = meta
  if (!position || line.base || Object.keys(line.values).length > 0) return edits
  const numbers = lines.flatMap((each) => positionOf(each, position) ?? [])
  const values = { [position.name]: String(Math.max(0, ...numbers) + 1) }
  return { ...edits, added: [...edits.added, { key: line.key, values }] }
}

/** A line gets values, cell by cell. */
function withValues(
  before: LineEdits,
  { line, values }: { readonly line: Line; readonly values: PastedLine['values'] },
  draft: Draft,
  field: LinesField,
): LineEdits {
  const linesAfter = (edits: LineEdits) => linesOf({ ...draft, edits: { [field.name]: edits } }, field)
  return Object.entries(values).reduce((edits, [name, input]) => {
    const column = field.lines.columns.find((each) => each.name === name)
    const all = linesAfter(edits)
    const now = all.find(({ key }) => key === line.key) ?? line
    return column ? withCell(numbered(edits, now, all, field), now, column, input) : edits
  }, before)
}

/** A line changes places with the one above or below it, by their numbers. */
function moveLine(
  lines: readonly Line[],
  key: string,
  by: -1 | 1,
  { lines: { position } }: LinesField,
  change: LinesChange,
): void {
  const at = lines.findIndex((line) => line.key === key)
  const [line, other] = [lines[at], lines[at + by]]
  if (!position || !line || !other || (!other.base && isBlank(other, position))) return
  const numbers = lines.map((each, index) => positionOf(each, position) ?? index + 1)
  const [own = at, others = at + by] = [numbers[at], numbers[at + by]]
  const to = own === others ? own + by : others
  change((edits) => withCell(withCell(edits, line, position, String(to)), other, position, String(own)), true)
}

type LinesChange = (next: (edits: LineEdits) => LineEdits, isStep: boolean) => void
