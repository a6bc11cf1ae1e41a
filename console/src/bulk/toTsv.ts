import { titleOfLink } from '../field/titleOfLink.ts'
import { asText, labelOf } from '../field/kinds.ts'
import { type Column, valueAt } from '../meta/columns.ts'
import type { FieldMeta, Json, RecordJson } from '../meta/ModelMeta.ts'

/** Records as text that spreadsheets take: a line each, tabs between the columns, labels on top. */
export function toTsv(
  columns: readonly Pick<Column, 'path' | 'field' | 'label'>[],
  records: readonly RecordJson[],
): string {
  const lines = records.map((record) => columns.map(({ path, field }) => toText(valueAt(record, path) as Json, field)))
  return [columns.map(({ label }) => label), ...lines].map((cells) => cells.map(quoted).join('\t')).join('\n')
}

/** Values as text that spreadsheets take, without labels on top. */
export function toCells(columns: readonly Pick<Column, 'field'>[], rows: readonly (readonly Json[])[]): string {
  const lines = rows.map((values) => columns.map(({ field }, at) => quoted(toText(values[at], field))).join('\t'))
  return lines.join('\n')
}

/** A value as it is typed in: figures and dates without the form of a language. */
function toText(value: Json | undefined, field: FieldMeta): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value.map((each: Json) => toText(each, field)).join(field.type === 'choices' ? '|' : ', ')
  if (field.type === 'choice' || field.type === 'choices') return labelOf(asText(value), field)
  return typeof value === 'object' && 'id' in value ? titleOfLink(value) : asText(value)
}

function quoted(cell: string): string {
  return /[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
