import { fieldTypes } from '../model/field/fieldTypes.ts'
import type { Conversion, Convert } from '../model/field/Conversion.ts'

/** The conversion between two column types; undefined if there is none: then the values are lost. */
export function findConversion(from: string, to: string): Conversion | undefined {
  const kinds = `${toKind(from)} → ${toKind(to)}`
  const types: readonly { readonly conversions?: Readonly<Record<string, Convert>> }[] = Object.values(fieldTypes)
  return types.map(({ conversions }) => conversions?.[kinds]).find((convert) => convert !== undefined)?.(from, to)
}

/** `timestamp(3) with time zone` → `timestamp`, `numeric(12,2)` → `numeric`; an array is a kind of its own. */
function toKind(type: string): string {
  return /^[a-z]+(?:\[\])?/.exec(type)?.[0] ?? type
}
