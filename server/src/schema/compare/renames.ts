import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, idCheckOf, objectNames, primaryKeyOf } from '../../model/names.ts'
import { name, sql, type Sql } from '../../sql/sql.ts'
import type { TableState } from '../RecordState.ts'
import { toModelIndexes } from '../toDesiredIndexes.ts'
import { checkNameOf } from '../toDesiredTables.ts'
import { alterTable, inRecords } from './ddl.ts'

/** Old names of a table's objects and what they are to be called. */
export type NewNames = ReadonlyMap<string, string>

/** What the objects of a model's table are called while it is declared one way, and what once it is declared the other. */
export function toNewNames(before: Model, after: Model): NewNames {
  const names = objectNamesOf(after)
  return new Map(objectNamesOf(before).map((old, index) => [old, names[index] ?? old]))
}

/** All names that follow those of the model and its fields, in an order that follows its declaration. */
function objectNamesOf(model: Model): string[] {
  const kinds = ['unique', 'index', 'reference', 'required'] as const
  return [
    primaryKeyOf(model),
    idCheckOf(model.name),
    ...model.fields.flatMap((field) => kinds.map((kind) => objectNames[kind](model, field))),
    ...model.fields.flatMap((field) => checkNameOf(model, field) ?? []),
    ...toModelIndexes(model).map((index) => index.name),
  ]
}

/** The model with its fields named as the table has them: of the renames that it declares, some may be done. */
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
    ...(model.indexes ? { indexes: model.indexes.map((keys) => keys.map(spellKey)) } : {}),
  }
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
    indexes: table.indexes.map((index) => ({
      ...move(index),
      columns: index.columns.map((over) => (over === oldColumn ? column : over)),
    })),
  }
}

/** All tables as they are once one of them has its new name. */
export function withNewTable(tables: readonly TableState[], oldTable: string, table: string): TableState[] {
  return tables.map((state) => ({
    ...state,
    name: state.name === oldTable ? table : state.name,
    references: state.references.map((reference) =>
      reference.target === oldTable ? { ...reference, target: table } : reference,
    ),
  }))
}
