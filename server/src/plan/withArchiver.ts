import { archivedBy, archivedOn } from '../model/archive.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'

/** Values of a record by their fields. */
interface Values {
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
}

/** Returns the values of a new record with who archived it: its creator, if it is archived from the start. */
export function withArchiver<V extends Values>(given: V, { archive }: Model, userId: number | null): V {
  const at = archive ? given.fields.findIndex(({ name }) => name === archivedOn.name) : -1
  if (at === -1) return given
  const by = given.values[at] === null ? null : userId
  return { ...given, fields: [...given.fields, archivedBy], values: [...given.values, by] }
}
