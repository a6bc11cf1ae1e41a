import { checkNameOf } from '../model/checkNameOf.ts'
import type { Field } from '../model/field/Field.ts'
import { isAuthor } from '../model/field/reference.ts'
import { isStored, typeOf } from '../model/field/fieldTypes.ts'
import { defaultsToMoment, isVariableDefault, plainDefault } from '../model/defaults.ts'
import { hasExpression } from '../model/expressionDefaults.ts'
import { findFill } from '../model/fill.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { columnOf, tableOf } from '../model/names.ts'
import { idCheckOf, objectNames, primaryKeyOf, sequenceOf } from '../model/objectNames.ts'
import { literal, name, sql, trusted } from '../sql/sql.ts'
import { checkConstraint } from '../statement/refusal/checkConstraint.ts'
import type { DesiredCheck, DesiredColumn, DesiredTable } from './DesiredTable.ts'
import type { ReferenceState } from './RecordState.ts'
import { toConstraintIndexes } from './toConstraintIndexes.ts'
import { toDesiredIndexes } from './toDesiredIndexes.ts'
import { toDesiredLinks } from './toDesiredLinks.ts'

/** The tables that the models declare: the tables of all models, then their links tables. */
export function toDesiredTables(models: Models): DesiredTable[] {
  return [...models.all.map((model) => toTable(model, models)), ...models.all.flatMap(toDesiredLinks)]
}

function toTable(model: Model, models: Models): DesiredTable {
  const stored = model.fields.filter(isStored)
  return {
    label: model.name,
    model,
    name: tableOf(model.name),
    sequence: sequenceOf(model.name),
    primaryKey: primaryKeyOf(model),
    keyColumns: ['id'],
    columns: [...toBuiltInColumns(model), ...stored.map((field) => toColumn(field, model, models))],
    checks: [
      toIdCheck(model),
      ...model.fields.flatMap((field) => toCheck(field, model)),
      ...toModelChecks(model, models),
    ],
    references: model.fields.flatMap((field) => toReference(field, model)),
    indexes: [...toDesiredIndexes(model), ...toConstraintIndexes(model, models)],
  }
}

const moment = 'timestamp(3) with time zone'
const builtIn: [column: string, type: string, required: boolean][] = [
  ['id', 'bigint', true],
  ['version', 'bigint', true],
  ['created_on', moment, true],
  ['created_by', 'bigint', false],
  ['updated_on', moment, true],
  ['updated_by', 'bigint', false],
]

function toBuiltInColumns(model: Model): DesiredColumn[] {
  return builtIn.map(([column, type, required]) => ({ name: column, label: `${model.name}.${column}`, type, required }))
}

function toColumn(field: Field, model: Model, models: Models): DesiredColumn {
  const type = typeOf(field)
  const fill = findFill(field, model)
  return {
    name: columnOf(field.name),
    label: `${model.name}.${field.name}`,
    field,
    type: type.columnType(field),
    required: field.required || type.none !== undefined,
    ...type.generated?.(field, model, typeOf),
    ...toDefault(field, models),
    ...(fill ? { fill } : {}),
  }
}

/** The default in the database, which knows neither the user who writes nor other records. */
function toDefault(field: Field, models: Models): Pick<DesiredColumn, 'default' | 'defaultSql'> {
  if (field.default === undefined || hasExpression(field)) return {}
  if (isVariableDefault(field) && !defaultsToMoment(field)) return {}
  const type = typeOf(field)
  const { timeZone } = models.application
  const now = defaultsToMoment(field) ? type.now?.(literal(timeZone)) : undefined
  const value = now ?? literal(readDefault(field, models))
  return { default: JSON.stringify(field.default), defaultSql: sql`${value}::${trusted(type.columnType(field))}` }
}

function readDefault(field: Field, models: Models): string {
  const reading = typeOf(field).read(plainDefault(field), field, models)
  if ('fault' in reading) throw new TypeError(`The default of ${field.name} ${reading.fault}.`)
  return String(reading.value)
}

/** Ids start at 1: the database rejects others, also if they are written by hand. */
function toIdCheck({ name: modelName }: Model): DesiredCheck {
  const subject = { column: 'id', columns: ['id'], label: `${modelName}.id` }
  return { name: idCheckOf(modelName), ...subject, condition: sql`"id" > 0`, validated: true }
}

function toCheck(field: Field, model: Model): DesiredCheck[] {
  const column = columnOf(field.name)
  const condition = typeOf(field).constraint?.(field, name(column))
  const checkName = checkNameOf(model, field)
  const subject = { column, columns: [column], label: `${model.name}.${field.name}` }
  return condition && checkName ? [{ name: checkName, ...subject, condition, validated: true }] : []
}

/** The constraints of the checks that a record's own columns decide. Checks of the same condition share one. */
function toModelChecks(model: Model, models: Models): DesiredCheck[] {
  const found = (model.checks ?? []).flatMap((check) => {
    const constraint = checkConstraint(check, model, models)
    if (!constraint) return []
    const columns = [...new Set(constraint.fields.map((field) => columnOf(field.name)))].sort()
    const { name: constraintName, condition } = constraint
    const label = `the check ${check.name} of ${model.name}`
    return [{ name: constraintName, column: '', columns, label, condition, validated: true }]
  })
  return found.filter((check, index) => found.findIndex(({ name: first }) => first === check.name) === index)
}

function toReference(field: Field, model: Model): ReferenceState[] {
  if (field.type !== 'reference' || isAuthor(field)) return []
  const target = tableOf(field.target)
  return [{ name: objectNames.reference(model, field), column: columnOf(field.name), target, validated: true }]
}
