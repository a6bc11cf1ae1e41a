import { hasExpression } from '../../model/expressionDefaults.ts'
import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { ColumnValue } from '../../model/field/FieldType.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { join, type NamedSql, sql } from '../../sql/sql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import { column } from '../record/columns.ts'
import { withDefaults } from '../record/defaultRows.ts'
import { defaultMark, fieldColumns, inputRows } from '../record/input.ts'
import { plainJson } from '../record/recordJson.ts'

/**
 * The defaults of some fields of what an action takes, each as JSON. The values are those of all fields of the form, in
 * their order; fields that were not sent have none.
 */
export function formDefaultsStatement(
  form: Model,
  values: readonly ColumnValue[],
  wanted: readonly Field[],
  scope: ReadScope,
): NamedSql {
  const marks = form.fields
    .filter(hasExpression)
    .map((field) => ({ name: defaultMark(field), type: 'boolean', values: [wanted.includes(field)] }))
  const columns = [...fieldColumns(form.fields, [values]), ...marks]
  const rows = withDefaults(inputRows(columns), columns, form, scope)
  const shown = wanted.map((field) => plainJson(field, column('input', columnOf(field.name))))
  return sql`select ${join(shown)} from (${rows}) as input`.named('action.defaults')
}

/** The columns of a form, in the types of its fields: what `formDefaultsStatement` takes for a value. */
export function toFormColumn(field: Field, value: unknown, models: ReadScope['models']): ColumnValue {
  if (value === null || value === undefined) return typeOf(field).none ?? null
  const reading = typeOf(field).read(value, field, models)
  return 'value' in reading ? reading.value : null
}
