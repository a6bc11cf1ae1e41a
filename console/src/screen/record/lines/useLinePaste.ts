import { type ClipboardEvent, useRef, useState } from 'react'
import type { Line } from '../../../draft/lines.ts'
import { toMisfit } from '../../../draft/misfit.ts'
import type { Input } from '../../../field/FieldKind.ts'
import { kindOf } from '../../../field/kinds.ts'
import type { Match } from '../../../field/matchText.ts'
import { isTable, parseTable } from '../../../field/parseTable.ts'
import { readHeads } from '../../../field/readHeads.ts'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { failureWords } from '../../../shell/failureWords.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { type CopiedCell, useMatching } from '../../../shell/useMatching.ts'
import { useTypedAhead } from '../../../shell/useTypedAhead.ts'
import type { LinesField } from '../../../meta/lines.ts'
import type { CellAt, LinesState, PastedLine } from './useLines.ts'

interface Pasting {
  readonly field: LinesField
  readonly lines: LinesState
  /** The columns that can be edited in a line; undefined is a new one. */
  readonly columnsOf: (line: Line | undefined) => readonly FieldMeta[]
  readonly at: CellAt | undefined
}

/**
 * Pastes a table that was copied elsewhere: from the cell with the focus on, or by the heads that come with it. Rows
 * beyond the last line become new lines. What does not fit stays in its cell, and says why.
 */
export function useLinePaste({ field, lines, columnsOf, at }: Pasting) {
  const { words, notify } = useShell()
  const match = useMatching()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  // What is typed while records are looked up is meant for the lines that come.
  useTypedAhead(isBusy ? 'paste' : undefined, () => !busy.current)
  const paste = async (text: string, from: CellAt) => {
    const placed = place(parseTable(text), from, { field, lines, columnsOf })
    const matches = await match(placed.flatMap(({ cells }) => cells))
    const all = matches.values()
    const pasted = placed.map(
      ({ key, cells }): PastedLine => ({
        key,
        values: Object.fromEntries(cells.map((cell) => [cell.field.name, toInput(cell, all.next().value)])),
      }),
    )
    lines.paste(pasted)
    notify({ text: words.paste.pasted(matches.length, matches.filter((each) => 'fault' in each).length) })
  }
  const setBusyNow = (is: boolean) => {
    busy.current = is
    setBusy(is)
  }
  return (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    // One cell is text that the editor takes.
    if (!at || !isTable(text)) return
    event.preventDefault()
    setBusyNow(true)
    paste(text, at)
      .catch((error: unknown) => notify({ text: words.paste.failed(failureWords(error as Error, words)) }))
      .finally(() => setBusyNow(false))
  }
}

/** Which cell gets which text. A new line leaves out what is empty: there its defaults count. */
function place(table: readonly (readonly string[])[], from: CellAt, { field, lines, columnsOf }: Omit<Pasting, 'at'>) {
  const { columns } = field.lines
  const heads = readHeads(table[0] ?? [], columns)
  const first = heads ? 0 : columns.findIndex(({ name }) => name === from.column)
  const fieldAt = (index: number) => (heads ? heads[index] : columns[first + index])
  const rows = (heads ? table.slice(1) : table).filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const open = lines.latest().filter(({ key, isRemoved }) => !isRemoved && key !== lines.blank)
  const start = open.findIndex(({ key }) => key === from.line)
  return rows.flatMap((texts, index) => {
    const line = start < 0 ? undefined : open[start + index]
    if (!line && lines.blank === undefined) return []
    const writable = columnsOf(line)
    const cells = texts.flatMap((text, at): CopiedCell[] => {
      const to = fieldAt(at)
      const isLeftOut = line === undefined && text.trim() === ''
      return to && !isLeftOut && writable.includes(to) ? [{ text, field: to }] : []
    })
    return [{ key: line?.key, cells }]
  })
}

function toInput({ text, field }: CopiedCell, match: Match | undefined): Input {
  if (match && 'value' in match) return kindOf(field).toInput(match.value, field)
  return text.trim() === '' ? kindOf(field).toInput(null, field) : toMisfit(text.trim(), match?.fault ?? '')
}
