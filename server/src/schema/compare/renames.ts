import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, objectNames, sequenceOf, tableOf } from '../../model/names.ts'
import { name, sql, type Sql } from '../../sql/sql.ts'
import type { TableState } from '../RecordState.ts'
import { checkNameOf, primaryKeyOf } from '../toDesiredTables.ts'
import { alterTable, inRecords } from './ddl.ts'

/** Old names of a table's objects and what they are to be called. */
export type NewNames = ReadonlyMap<string, string>

/** The names that follow the model's: those of its primary key, its sequence and all that belongs to its fields. */
export function newNamesOfModel(before: Model, after: Model): NewNames {
  const spellings = after.fields.flatMap((field) =>
    field.was === undefined ? [field] : [field, { ...field, name: field.was }],
  )
  return new Map([
    [primaryKeyOf(before), primaryKeyOf(after)],
    [sequenceOf(before.name), sequenceOf(after.name)],
    ...spellings.flatMap((field) => newNames(before, field, after, field)),
  ])
}

/** The names that follow the field's. */
export function newNamesOfField(model: Model, was: string, field: Field): NewNames {
  return new Map(newNames(model, { ...field, name: was }, model, field))
}

function newNames(oldModel: Model, oldField: Field, model: Model, field: Field): [string, string][] {
  const kinds = ['unique', 'index', 'reference', 'required'] as const
  const [oldCheck, check] = [checkNameOf(oldModel, oldField), checkNameOf(model, field)]
  return [
    ...kinds.map((kind): [string, string] => [objectNames[kind](oldModel, oldField), objectNames[kind](model, field)]),
    ...(oldCheck && check ? [[oldCheck, check] satisfies [string, string]] : []),
  ]
}

/** The statements that give a table's constraints and indexes their new names. */
export function renameObjects(table: TableState, names: NewNames): Sql[] {
  const primaryKey = table.primaryKey === undefined ? [] : [{ name: table.primaryKey }]
  return [
    ...toRenamed([...primaryKey, ...table.checks, ...table.references], names).map(([old, now]) =>
      alterTable(table.name, [sql`rename constraint ${name(old)} to ${name(now)}`]),
    ),
    ...toRenamed(table.indexes, names).map(([old, now]) => sql`alter index ${inRecords(old)} rename to ${name(now)}`),
  ]
}

function toRenamed(objects: readonly { name: string }[], names: NewNames): [string, string][] {
  return objects.flatMap(({ name: old }) => {
    const now = names.get(old)
    return now === undefined || now === old ? [] : [[old, now] satisfies [string, string]]
  })
}

/** The table as it is once its objects have their new names. */
export function withNewNames(table: TableState, names: NewNames): TableState {
  const rename = <T extends { name: string }>(object: T): T => ({
    ...object,
    name: names.get(object.name) ?? object.name,
  })
  return {
    ...table,
    ...(table.primaryKey === undefined ? {} : { primaryKey: names.get(table.primaryKey) ?? table.primaryKey }),
    checks: table.checks.map(rename),
    references: table.references.map(rename),
    indexes: table.indexes.map(rename),
  }
}

/** The table as it is once a column, and all that hangs on it, has its new name. */
export function withNewColumn(table: TableState, was: string, field: Field): TableState {
  const [oldColumn, column] = [columnOf(was), columnOf(field.name)]
  const move = <T extends { column: string }>(object: T): T =>
    object.column === oldColumn ? { ...object, column } : object
  return {
    ...table,
    columns: table.columns.map((state) => ({
      ...state,
      name: state.name === oldColumn ? column : state.name,
      ...(state.template === undefined ? {} : { template: state.template.replaceAll(`{${was}}`, `{${field.name}}`) }),
    })),
    checks: table.checks.map(move),
    references: table.references.map(move),
    indexes: table.indexes.map(move),
  }
}

/** All tables as they are once one of them has its new name. */
export function withNewTable(tables: readonly TableState[], was: string, model: Model): TableState[] {
  const [oldTable, table] = [tableOf(was), tableOf(model.name)]
  return tables.map((state) => ({
    ...state,
    name: state.name === oldTable ? table : state.name,
    references: state.references.map((reference) =>
      reference.target === oldTable ? { ...reference, target: table } : reference,
    ),
  }))
}
