import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { momentJson } from '../model/field/dateTime.ts'
import { isSecret } from '../model/field/text.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { columnOf } from '../model/names.ts'
import { join, name, type Sql, sql, trusted } from '../sql/sql.ts'

// Names of ours that stand beside columns begin with an underscore: no column does, so none can be mistaken for one.

/**
 * A record with all its fields, as JSON text made by PostgreSQL from the columns of `alias`. Where one author wrote all rows, named
 * by `writer`, the author is looked up once and not twice for each row.
 */
export function wholeRecordJson(model: Model, models: Models, alias: string, writer?: Sql): Sql {
  const audit = [
    sql`${momentJson(column(alias, 'created_on'))} as "createdOn"`,
    sql`${authorJson(writer ?? column(alias, 'created_by'))} as "createdBy"`,
    sql`${momentJson(column(alias, 'updated_on'))} as "updatedOn"`,
    sql`${authorJson(writer ?? column(alias, 'updated_by'))} as "updatedBy"`,
  ]
  return objectJson([...identity(alias), ...shown(model.fields).map((field) => member(field, models, alias)), ...audit])
}

/** A record as find shows it: its id, its version and the list fields. */
export function listRecordJson(model: Model, models: Models, alias: string): Sql {
  const fields = model.list.flatMap((name) => model.fields.filter((field) => field.name === name))
  return objectJson([...identity(alias), ...fields.map((field) => member(field, models, alias))])
}

/** The plain values of a record's fields, without what they refer to: what the journal keeps and a merge compares. */
export function plainRecordJson(fields: readonly Field[], alias: string): Sql {
  return objectJson(
    fields.map((field) => sql`${plain(field, column(alias, columnOf(field.name)))} as ${name(field.name)}`),
  )
}

/** One plain value as JSON text; null where there is none. */
export function plainJson(field: Field, source: Sql): Sql {
  return sql`to_json(${plain(field, source)})::text`
}

/** The columns that `wholeRecordJson` reads. */
export function recordColumns(model: Model): string[] {
  const audit = ['created_on', 'created_by', 'updated_on', 'updated_by']
  return ['id', 'version', ...model.fields.map((field) => columnOf(field.name)), ...audit]
}

/** A column of a table or subquery that our own statement named. */
export function column(alias: string, columnName: string): Sql {
  return sql`${trusted(alias)}.${name(columnName)}`
}

function identity(alias: string): Sql[] {
  return [sql`${column(alias, 'id')} as "id"`, sql`${column(alias, 'version')} as "version"`]
}

function member(field: Field, models: Models, alias: string): Sql {
  return sql`${fieldJson(field, column(alias, columnOf(field.name)), models)} as ${name(field.name)}`
}

/** Secrets are written and never read. */
function shown(fields: readonly Field[]): Field[] {
  return fields.filter((field) => !isSecret(field))
}

function plain(field: Field, source: Sql): Sql {
  const type = typeOf(field)
  return type.toPlain?.(field, source) ?? type.toJson(field, source, noContext)
}

const noContext = {
  get models(): never {
    throw new TypeError('A plain value shows nothing of other models.')
  },
  toJson: (): never => {
    throw new TypeError('A plain value shows nothing of other models.')
  },
}

/** The value of a field as it appears in a record. */
export function fieldJson(field: Field, source: Sql, models: Models): Sql {
  return typeOf(field).toJson(field, source, { models, toJson: (other, from) => fieldJson(other, from, models) })
}

/** Who made a change. No foreign key leads there: users and records may come to live in different databases. */
export function authorJson(source: Sql): Sql {
  return sql`(select row_to_json(_author) from (select users.id as "id", users.username as "username" from tabularium.users where users.id = ${source}) as _author)`
}

function objectJson(members: Sql[]): Sql {
  return sql`(select row_to_json(_record) from (select ${join(members)}) as _record)::text`
}
