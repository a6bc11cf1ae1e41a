import type { Cell } from '../../exchange/Row.ts'
import type { Sheet, SheetColumn } from '../../exchange/xlsx/Sheet.ts'
import { columnNames } from '../../plan/exportColumns.ts'
import type { CellKind, ExportColumn, ExportPlan } from '../../plan/ExportPlan.ts'
import type { ExportedRows } from './openExport.ts'

/** The version of the form of a workbook. */
const formatNumber = 1

/**
 * The sheets of an export: its records, and a hidden one that says what they are. What that says is a hint for people
 * and programs; nobody is allowed anything by it.
 */
export function toSheets(
  { model, form }: ExportPlan,
  columns: readonly ExportColumn[],
  rows: ExportedRows,
  now: number,
): Sheet[] {
  const names = columnNames(columns, form.header)
  const about: Sheet = {
    name: '_tabularium',
    hidden: true,
    columns: ['what', 'value'].map((header) => ({ header, kind: 'words' })),
    rows: [
      ['model', model.name],
      ['fields', columns.map(({ name }) => name).join()],
      ['timeZone', 'UTC'],
      ['moment', new Date(now).toISOString()],
      ['format', String(formatNumber)],
    ],
  }
  const shown = columns.map((column, index) => toSheetColumn(column, names[index] ?? column.name))
  const { name } = model
  return [{ name: name.slice(name.lastIndexOf('.') + 1), columns: shown, rows: toCells(columns, rows) }, about]
}

function toSheetColumn({ name, kind, scale, choices }: ExportColumn, header: string): SheetColumn {
  return {
    header,
    kind,
    ...(scale === undefined ? {} : { scale }),
    ...(choices ? { choices } : {}),
    // They are for the way back.
    ...(name === 'id' || name === 'version' ? { hidden: true } : {}),
  }
}

async function* toCells(columns: readonly ExportColumn[], rows: ExportedRows): AsyncGenerator<Cell[], void> {
  for await (const batch of rows.batches())
    for (const row of batch) yield row.map((cell, index) => toCell(cell, columns[index]?.kind))
}

/** A text of PostgreSQL as a cell. A moment is in UTC, without its zone: no cell can have one. */
function toCell(text: string | null, kind: CellKind | undefined): Cell {
  if (text === null) return null
  if (kind === 'flag') return text === 'true'
  return kind === 'moment' ? text.slice(0, -1) : text
}
