import { checkNameOf } from '../../model/checkNameOf.ts'
import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { constraintObjectOf, idCheckOf, objectNames, primaryKeyOf } from '../../model/objectNames.ts'
import { name, sql, type Sql } from '../../sql/sql.ts'
import type { TableState } from '../RecordState.ts'
import { toModelIndexes } from '../toDesiredIndexes.ts'
import { alterTable, inRecords } from './ddl.ts'
import { respellConstraint } from './respellConstraint.ts'

/** The new names of a table's objects, by their old names. */
export type NewNames = ReadonlyMap<string, string>

/** The object names of a model's table under the old declaration, each with the name under the new one. */
export function toNewNames(before: Model, after: Model): NewNames {
  const names = objectNamesOf(after)
  return new Map(objectNamesOf(before).map((old, index) => [old, names[index] ?? old]))
}

/** All object names that contain the name of the model or a field, in the order of the declaration. */
function objectNamesOf(model: Model): string[] {
  const kinds = ['unique', 'index', 'reference', 'required'] as const
  return [
    primaryKeyOf(model),
    idCheckOf(model.name),
    ...model.fields.flatMap((field) => kinds.map((kind) => objectNames[kind](model, field))),
    ...model.fields.flatMap((field) => checkNameOf(model, field) ?? []),
    ...toModelIndexes(model).map((index) => index.name),
    ...(model.constraints ?? []).map((constraint) => constraintObjectOf(model, constraint)),
  ]
}

/** The model with the field names that the table has now: some declared renames may be done already. */
export function spelledAs({ columns }: TableState, model: Model): Model {
  const found = new Set(columns.map((column) => column.name))
  const old = new Map(
    model.fields.flatMap(({ name: now, was }): [string, string][] =>
      was !== undefined && found.has(columnOf(was)) && !found.has(columnOf(now)) ? [[now, was]] : [],
    ),
  )
  const spell = (field: string) => old.get(field) ?? field
  const spellKey = (key: string) => (key.startsWith('-') ? `-${spell(key.slice(1))}` : spell(key))
  return {
    ...model,
    fields: model.fields.map((field) => ({ ...field, name: spell(field.name) })),
    ...(model.search ? { search: model.search.map(spell) } : {}),
    ...(model.unique ? { unique: model.unique.map((group) => group.map(spell)) } : {}),
    ...(model.constraints ? { constraints: model.constraints.map((one) => respellConstraint(one, spell)) } : {}),
    ...(model.indexes ? { indexes: model.indexes.map((keys) => keys.map(spellKey)) } : {}),
  }
}

/** The statements that rename a table's constraints and indexes. */
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

/** The table after its objects are renamed. */
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

/** The table after a column is renamed, with its constraints and indexes. */
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
    checks: table.checks.map((check) => ({
      ...move(check),
      columns: check.columns.map((over) => (over === oldColumn ? column : over)),
    })),
    references: table.references.map(move),
    indexes: table.indexes.map((index) => ({
      ...move(index),
      columns: index.columns.map((over) => (over === oldColumn ? column : over)),
    })),
  }
}

/** All tables after one of them is renamed. */
export function withNewTable(tables: readonly TableState[], oldTable: string, table: string): TableState[] {
  return tables.map((state) => ({
    ...state,
    name: state.name === oldTable ? table : state.name,
    references: state.references.map((reference) =>
      reference.target === oldTable ? { ...reference, target: table } : reference,
    ),
  }))
}
