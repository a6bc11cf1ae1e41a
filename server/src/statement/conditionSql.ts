import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ReferenceField } from '../model/field/reference.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { columnOf, linksTableOf, recordSchema, tableName } from '../model/names.ts'
import type { Condition } from '../plan/Condition.ts'
import type { Path } from '../plan/path.ts'
import { join, name, type Sql, sql, trusted } from '../sql/sql.ts'
import { column } from './recordJson.ts'

/** The table of a search and the records that it reaches over references, each joined once. */
export class Joins {
  readonly alias: string
  readonly #models: Models
  readonly #joins = new Map<string, { alias: string; sql: Sql }>()

  constructor(alias: string, models: Models) {
    this.alias = alias
    this.#models = models
  }

  /** The column that a path leads to. A missing reference makes it null. */
  column({ steps, field }: Path): Sql {
    return column(this.#reach(steps), columnOf(field.name))
  }

  /** The alias of the record at the end of some references. */
  reach(steps: readonly ReferenceField[]): string {
    return this.#reach(steps)
  }

  toSql(): Sql {
    return join(
      [...this.#joins.values()].map((one) => one.sql),
      '',
    )
  }

  #reach(steps: readonly ReferenceField[]): string {
    let from = this.alias
    for (const [index, step] of steps.entries()) {
      const key = steps
        .slice(0, index + 1)
        .map((one) => one.name)
        .join('.')
      const known = this.#joins.get(key)
      const alias = known?.alias ?? `${this.alias}_${this.#joins.size + 1}`
      if (!known) {
        const table = tableName(this.#models.get(step.target))
        const on = sql`${column(alias, 'id')} = ${column(from, columnOf(step.name))}`
        this.#joins.set(key, { alias, sql: sql` left join ${table} as ${trusted(alias)} on ${on}` })
      }
      from = alias
    }
    return from
  }
}

/** A condition as SQL over joined tables. Missing values behave as SQL has them: unknown, and so not met. */
export function conditionSql(condition: Condition, joins: Joins, models: Models): Sql {
  switch (condition.is) {
    case 'and':
    case 'or': {
      if (condition.parts.length === 0) return condition.is === 'and' ? sql`true` : sql`false`
      return sql`(${join(
        condition.parts.map((part) => conditionSql(part, joins, models)),
        ` ${condition.is} `,
      )})`
    }
    case 'not':
      return sql`not (${conditionSql(condition.part, joins, models)})`
    case 'some':
      return someSql(condition, joins, models)
    case 'comparison':
      return comparisonSql(condition, joins)
  }
}

function comparisonSql({ path, comparator, operands }: Extract<Condition, { is: 'comparison' }>, joins: Joins): Sql {
  const left = joins.column(path)
  const type = trusted(operandType(path.field))
  const [first, second] = operands
  switch (comparator) {
    case 'isNull':
      return sql`${left} is null`
    case 'notNull':
      return sql`${left} is not null`
    case 'in':
      return sql`${left} = any(${operands}::${type}[])`
    case 'notIn':
      return sql`${left} <> all(${operands}::${type}[])`
    case 'like':
      return sql`${left} ilike ${first}::text`
    case 'notLike':
      return sql`${left} not ilike ${first}::text`
    case 'between':
      return sql`${left} between ${first}::${type} and ${second}::${type}`
    case 'notBetween':
      return sql`${left} not between ${first}::${type} and ${second}::${type}`
    case '!=':
      return sql`${left} <> ${first}::${type}`
    default:
      return sql`${left} ${trusted(comparator)} ${first}::${type}`
  }
}

function someSql(
  { owner, steps, relation, part }: Extract<Condition, { is: 'some' }>,
  joins: Joins,
  models: Models,
): Sql {
  const from = joins.reach(steps)
  const alias = `${from}_many`
  const inner = new Joins(alias, models)
  const met = conditionSql(part, inner, models)
  const table = sql`${tableName(models.get(relation.target))} as ${trusted(alias)}${inner.toSql()}`
  if (relation.type === 'collection')
    return sql`exists (select from ${table} where ${column(alias, columnOf(relation.by))} = ${column(from, 'id')} and ${met})`
  const link = `${alias}_link`
  return sql`exists (select from ${name(recordSchema, linksTableOf(owner, relation.name))} as ${trusted(link)} join ${table} on ${column(alias, 'id')} = ${column(link, 'target')} where ${column(link, 'source')} = ${column(from, 'id')} and ${met})`
}

/** The type to compare in: that of the column, but without its limits, to which an operand would be rounded. */
export function operandType(field: Field): string {
  return typeOf(field)
    .columnType(field)
    .replace(/\(\d+(,\d+)?\)/, '')
}

/** The table that a search starts from. */
export function startOf(model: Model, joins: Joins): Sql {
  return sql`${tableName(model)} as ${trusted(joins.alias)}${joins.toSql()}`
}
