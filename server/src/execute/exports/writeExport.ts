import { csvLine } from '../../exchange/csv/csvLine.ts'
import type { Delimiter } from '../../exchange/csv/detectDelimiter.ts'
import { disarm } from '../../exchange/csv/disarm.ts'
import { columnNames } from '../../plan/exportColumns.ts'
import type { ExportColumn, ExportForm, ExportPlan } from '../../plan/ExportPlan.ts'
import type { Values } from '../../postgres/Query.ts'
import type { ExportedRows } from './openExport.ts'

/** The bytes of an export, in pieces of a batch of records each. */
export async function* writeExport({ shows, form }: ExportPlan, rows: ExportedRows): AsyncGenerator<Buffer, void> {
  const toText = shows.as === 'json' ? toLines : toTable(shows.columns, form)
  const start = shows.as === 'json' ? '' : `${form.bom ? '\uFEFF' : ''}${headLine(shows.columns, form)}`
  if (start !== '') yield Buffer.from(start)
  for await (const batch of rows.batches()) yield Buffer.from(toText(batch))
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
  const isArmed = columns.map(({ isText }) => escape && isText)
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
