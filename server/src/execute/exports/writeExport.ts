import { csvLine } from '../../exchange/csv/csvLine.ts'
import type { Delimiter } from '../../exchange/csv/detectDelimiter.ts'
import { disarm } from '../../exchange/csv/disarm.ts'
import { writeXlsx } from '../../exchange/xlsx/writeXlsx.ts'
import { columnNames } from '../../plan/exportColumns.ts'
import type { ExportColumn, ExportForm, ExportPlan } from '../../plan/ExportPlan.ts'
import type { Values } from '../../postgres/Query.ts'
import type { ExportedRows } from './openExport.ts'
import { toSheets } from './toSheets.ts'

/** The bytes of an export, in pieces of a batch of records or less. */
export async function* writeExport(plan: ExportPlan, rows: ExportedRows, now: number): AsyncGenerator<Buffer, void> {
  const { shows, form } = plan
  if (shows.as === 'json') {
    for await (const batch of rows.batches()) yield Buffer.from(toLines(batch))
  } else if (form.format === 'xlsx') yield* writeXlsx(toSheets(plan, shows.columns, rows, now))
  else {
    const start = `${form.bom ? '\uFEFF' : ''}${headLine(shows.columns, form)}`
    if (start !== '') yield Buffer.from(start)
    const toText = toTable(shows.columns, form)
    for await (const batch of rows.batches()) yield Buffer.from(toText(batch))
  }
}

/** A record a line: its JSON has no line break. */
function toLines(batch: readonly Values[]): string {
  let text = ''
  for (const [json] of batch) text += `${json}\n`
  return text
}

function headLine(columns: readonly ExportColumn[], { header, delimiter, escape }: ExportForm): string {
  if (header === 'false') return ''
  const names = columnNames(columns, header)
  return csvLine(escape ? names.map(disarm) : names, separator(delimiter))
}

function toTable(
  columns: readonly ExportColumn[],
  { escape, delimiter }: ExportForm,
): (batch: readonly Values[]) => string {
  const between = separator(delimiter)
  const isArmed = columns.map(({ kind }) => escape && kind === 'words')
  return (batch) => {
    let text = ''
    for (const row of batch)
      text += csvLine(
        row.map((cell, index) => (cell !== null && isArmed[index] ? disarm(cell) : cell)),
        between,
      )
    return text
  }
}

function separator(delimiter: ExportForm['delimiter']): Delimiter {
  return delimiter === 'tab' ? '\t' : delimiter
}
