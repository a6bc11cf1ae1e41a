import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { join, name, type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from './columns.ts'
import { Joins } from '../condition/conditionSql.ts'
import { nextVersion, versionOfRecreated } from './nextVersion.ts'
import { type ReadScope, wholeScope } from '../condition/ReadScope.ts'
import type { RowsToWrite } from '../refusal/refusals.ts'

/**
 * A record as a write would leave it: the values of `input`, and those of the record as it is now (`_old`) for fields
 * that do not change. A check sees everything, whatever the caller sees.
 */
export class NewRow extends Joins {
  readonly #rows: RowsToWrite

  constructor(rows: RowsToWrite, { models, viewer }: ReadScope) {
    super('_new', models.get(rows.model.name), { ...wholeScope(models), viewer, isInlined: true })
    this.#rows = rows
  }

  override own({ name: fieldName }: Field): Sql {
    const field = this.model.fields.find((candidate) => candidate.name === fieldName)
    if (!field) return this.#builtIn(fieldName)
    const expression = typeOf(field).generated?.(field, this.model, typeOf).expression
    if (!expression) return this.#written(field)
    const values = fieldsIn(expression, this.model).map((one) => sql`${this.#written(one)} as ${columnName(one)}`)
    return sql`(select ${expression} from (select ${join(values)}) as _given)`
  }

  /** A new record had no values before. */
  override before(field: Field): Sql {
    return this.#rows.operation === 'update'
      ? column('_old', columnOf(field.name))
      : sql`null::${trusted(typeOf(field).columnType(field))}`
  }

  #written(field: Field): Sql {
    const isGiven = this.#rows.fields.some((given) => given.name === field.name)
    return isGiven ? column('input', columnOf(field.name)) : this.before(field)
  }

  #builtIn(fieldName: string): Sql {
    const { operation } = this.#rows
    const now = sql`now()::timestamp(3) with time zone`
    switch (fieldName) {
      case 'id':
        return sql`input.id`
      case 'version':
        return {
          create: sql`0::bigint`,
          recreate: sql`(${versionOfRecreated(sql`input.version`)})`,
          update: sql`(${nextVersion(sql`input.version`, sql`_old.updated_on`)})`,
        }[operation]
      case 'updatedOn':
        return now
      case 'createdOn':
        return { create: now, recreate: sql`coalesce(input.created_on, ${now})`, update: sql`_old.created_on` }[
          operation
        ]
      case 'createdBy':
        return { create: this.scope.viewer, recreate: sql`input.created_by`, update: sql`_old.created_by` }[operation]
      default:
        return this.scope.viewer
    }
  }
}

/** A record as it is stored, for a constraint of its table. */
export class StoredRow extends Joins {
  constructor(model: Model, scope: ReadScope) {
    super('_stored', model, { ...scope, isInlined: true })
  }

  override own(field: Field): Sql {
    return columnName(field)
  }
}

/** The fields that a write sets and the value of a field follows from: the field itself, unless it is generated. */
export function storedSourcesOf(field: Field, model: Model): Field[] {
  const expression = typeOf(field).generated?.(field, model, typeOf).expression
  return expression ? fieldsIn(expression, model) : [field]
}

/** The fields whose columns an expression of a generated column names. */
export function fieldsIn(expression: Sql, { fields }: Model): Field[] {
  const text = expression.toText()
  return fields.filter((field) => text.includes(columnName(field).toText()))
}

function columnName(field: Field): Sql {
  return name(columnOf(field.name))
}
