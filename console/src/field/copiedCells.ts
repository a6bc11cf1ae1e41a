import type { FieldMeta, Json } from '../meta/ModelMeta.ts'

/** What is copied beside the text, so that references and choices are known within the console. */
const flavour = 'application/x-tabularium-cells'

/** Copied cells: the type of each column, and the values row by row. */
export interface CopiedTable {
  readonly columns: readonly { readonly type: string; readonly target?: string | undefined }[]
  readonly rows: readonly (readonly Json[])[]
}

/** Where copied cells are put, and taken from. */
type Clipboard = Pick<DataTransfer, 'getData' | 'setData'>

/** Puts values into the clipboard. */
export function writeCopied(clipboard: Clipboard, fields: readonly FieldMeta[], rows: CopiedTable['rows']): void {
  const columns = fields.map(({ type, target }) => ({ type, ...(target === undefined ? {} : { target }) }))
  clipboard.setData(flavour, JSON.stringify({ columns, rows } satisfies CopiedTable))
}

/** The values in the clipboard; undefined if it was filled by another program. */
export function readCopied(clipboard: Clipboard): CopiedTable | undefined {
  const text = clipboard.getData(flavour)
  if (text === '') return undefined
  try {
    const found = JSON.parse(text) as Partial<CopiedTable>
    return Array.isArray(found.columns) && Array.isArray(found.rows) ? (found as CopiedTable) : undefined
  } catch {
    return undefined
  }
}

/** A copied value, if a field takes values of its kind as they are; undefined otherwise, and then its text counts. */
export function copiedValue(copied: CopiedTable, row: number, at: number, field: FieldMeta): Json | undefined {
  const { type, target } = copied.columns[at] ?? {}
  const value = copied.rows[row]?.[at]
  if (type !== field.type || target !== field.target || value === undefined) return undefined
  if (value === null && field.required) return undefined
  const isOffered = (each: Json) => typeof each === 'string' && (field.values?.includes(each) ?? false)
  if (field.type === 'choice' || field.type === 'choices')
    return [value]
      .flat()
      .every(
        (each) => each === null || (isOffered(each) && !(field.retired as readonly Json[] | undefined)?.includes(each)),
      )
      ? value
      : undefined
  return value
}
