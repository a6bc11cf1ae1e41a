import type { FieldMeta, Json } from '../meta/ModelMeta.ts'

/** The fields of a record, as far as it shows them. */
export type ShownFields = { readonly [name: string]: Json | undefined }

/** The currency of an amount; undefined if there is none, or if the record does not show it. */
export function codeOf({ currency }: FieldMeta, record: ShownFields | undefined): string | undefined {
  if (typeof currency !== 'object') return currency
  const code = record?.[currency.field]
  return typeof code === 'string' ? code : undefined
}
