import { trusted } from '../sql/sql.ts'
import type { Field } from './field/Field.ts'
import { typeOf } from './field/fieldTypes.ts'
import type { Model } from './Model.ts'
import { objectNames } from './objectNames.ts'

/** The name of the check on a field, if it has one. Its hash is made with a fixed column name. */
export function checkNameOf(model: Model, field: Field): string | undefined {
  const condition = typeOf(field).constraint?.(field, trusted('value'))
  return condition && objectNames.check(model, field, condition.toText())
}
