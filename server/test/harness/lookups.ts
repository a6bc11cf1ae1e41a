import type { Field } from '../../src/model/field/Field.ts'
import type { ColumnValue } from '../../src/model/field/FieldType.ts'
import type { Models } from '../../src/model/Models.ts'
import { uniqueKeysOf } from '../../src/model/uniqueKeys.ts'
import type { FieldLookup } from '../../src/plan/Lookup.ts'

/** The look-ups of a record that names all others by a key, as far as they have one. */
export function lookupsOf(
  fields: readonly Field[],
  models: Models,
  valueOf: (field: Field) => ColumnValue,
): readonly FieldLookup[] | undefined {
  const lookups = fields.flatMap((field): FieldLookup[] => {
    if (field.type !== 'reference') return []
    const [key] = uniqueKeysOf(models.get(field.target))
    if (!key) return []
    const parts = key.map((own) => ({ field: own, value: valueOf(own) }))
    return [{ field: field.name, lookup: { target: field.target, key: parts } }]
  })
  return lookups.length === 0 ? undefined : lookups
}
