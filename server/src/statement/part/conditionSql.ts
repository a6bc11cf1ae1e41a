import { type Condition, findComparison } from '../../criteria/Condition.ts'
import { parseMemberCondition } from '../../criteria/parseCondition.ts'
import type { Path } from '../../criteria/path.ts'
import type { Field } from '../../model/field/Field.ts'
import { isRollup, partsOf, type RollupField } from '../../model/field/rollup.ts'
import type { ReferenceField } from '../../model/field/reference.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import { linksTableOf } from '../../model/objectNames.ts'
import type { Relation } from '../../model/relation/Relation.ts'
import { join, type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from './columns.ts'
import { comparisonSql } from './comparisonSql.ts'
import { ifKnown } from './operandSql.ts'
import { rolesOf } from './rights.ts'
import { existsSql, figureSql, latestFirst, membersSql, type RelationSource } from './relationSql.ts'
import { type ReadScope, wholeScope } from './ReadScope.ts'

/** The table of a search, and the visible records that it reaches through references. Each table is joined once. */
export class Joins {
  readonly alias: string
  readonly model: Model
  readonly scope: ReadScope
  /** The record that the whole criteria are about: `$record`. It differs within a relation. */
  readonly root: Joins
  readonly #joins = new Map<string, { alias: string; sql: Sql }>()

  constructor(alias: string, model: Model, scope: ReadScope, root?: Joins) {
    this.alias = alias
    this.model = model
    this.scope = scope
    this.root = root ?? this
  }

  /** The column at the end of a path. It is null if a reference is missing or the field is not visible. */
  column({ steps, field }: Path): Sql {
    const owner = steps.at(-1)
    if (!owner) return this.own(field)
    const alias = this.reach(steps)
    const value = seenValue(this.scope.models.get(owner.target), field, alias, this.scope)
    // A record that is not there has no lines either, but no count of them.
    return isRollup(field) ? sql`(case when ${column(alias, 'id')} is not null then ${value} end)` : value
  }

  /** A value of the record itself. */
  own(field: Field): Sql {
    return seenValue(this.model, field, this.alias, this.scope)
  }

  /** The field before the write: `$before`. Only checks have it. */
  before(field: Field): Sql {
    throw new TypeError(`There is no ${field.name} before a write here.`)
  }

  get isEmpty(): boolean {
    return this.#joins.size === 0
  }

  toSql(): Sql {
    return join(
      [...this.#joins.values()].map((one) => one.sql),
      '',
    )
  }

  /** The alias of the record at the end of a path of references. */
  reach(steps: readonly ReferenceField[]): string {
    let from = this.alias
    let owner = this.model
    for (const [index, step] of steps.entries()) {
      const key = steps
        .slice(0, index + 1)
        .map((one) => one.name)
        .join('.')
      const target = this.scope.models.get(step.target)
      const known = this.#joins.get(key)
      const alias = known?.alias ?? `${this.alias}_${this.#joins.size + 1}`
      if (!known) {
        const source = index === 0 ? this.own(step) : seenColumn(owner, step.name, from, this.scope)
        const on = sql`${column(alias, 'id')} = ${source}${andSeen(target, alias, this.scope)}`
        this.#joins.set(key, { alias, sql: sql` left join ${tableName(target)} as ${trusted(alias)} on ${on}` })
      }
      from = alias
      owner = target
    }
    return from
  }
}

/** Limits a table to the visible records; to be appended to another condition. */
export function andSeen(model: Model, alias: string, scope: ReadScope): Sql {
  const rows = scope.visibility.rowsOf(model)
  return rows ? sql` and ${ruleSql(rows, model, alias, scope)}` : sql``
}

/** A column that is null in the records in which it is not visible. */
export function seenColumn(model: Model, fieldName: string, alias: string, scope: ReadScope): Sql {
  return ifSeen(column(alias, columnOf(fieldName)), model, fieldName, alias, scope)
}

/** The value of a field, stored or not. It is null in the records in which the field is not visible. */
export function seenValue(model: Model, field: Field, alias: string, scope: ReadScope): Sql {
  return ifSeen(valueSql(field, model, alias, scope), model, field.name, alias, scope)
}

/** The value of a field of the record `alias`: its column, or what is computed from other records. */
export function valueSql(field: Field, model: Model, alias: string, scope: ReadScope): Sql {
  return isRollup(field) ? rollupSql(field, model, alias, scope) : column(alias, columnOf(field.name))
}

function ifSeen(own: Sql, model: Model, fieldName: string, alias: string, scope: ReadScope): Sql {
  const rows = scope.visibility.rowsOfField(model, fieldName)
  return rows ? sql`(case when ${ruleSql(rows, model, alias, scope)} then ${own} end)` : own
}

/** The condition of a rule over the columns of an alias. It may use fields and records that the user cannot see. */
export function ruleSql(condition: Condition, model: Model, alias: string, { models, viewer }: ReadScope): Sql {
  const joins = new Joins(alias, model, { ...wholeScope(models), viewer })
  const met = conditionSql(condition, joins)
  return joins.isEmpty ? met : sql`(select ${met} from (select 1) as _one${joins.toSql()})`
}

/** A condition as SQL over joined tables. Missing values behave as in SQL: the result is unknown, so it is not met. */
export function conditionSql(condition: Condition, joins: Joins): Sql {
  switch (condition.is) {
    case 'and':
    case 'or': {
      if (condition.parts.length === 0) return condition.is === 'and' ? sql`true` : sql`false`
      return sql`(${join(
        condition.parts.map((part) => conditionSql(part, joins)),
        ` ${condition.is} `,
      )})`
    }
    case 'not':
      return sql`not (${conditionSql(condition.part, joins)})`
    case 'some':
      return someSql(condition, joins)
    case 'comparison':
      return comparisonSql(condition, joins)
    case 'held':
      return sql`(${column(joins.alias, 'id')} in (${rolesOf(joins.scope.viewer)}))`
  }
}

function someSql({ owner, steps, relation, part }: Extract<Condition, { is: 'some' }>, joins: Joins): Sql {
  const { scope } = joins
  const from = joins.reach(steps)
  const alias = `${from}_many`
  const target = scope.models.get(relation.target)
  const inner = new Joins(alias, target, scope, joins.root)
  const isSeen = sql`${andSeen(target, alias, scope)}${andRelationSeen(owner, relation.name, from, scope)}`
  const met = sql`${conditionSql(part, inner)}${isSeen}`
  const table = sql`${tableName(target)} as ${trusted(alias)}${inner.toSql()}`
  const comparison = findComparison(part)
  const found = existsSql(sourceOf(owner, relation, from, alias, scope), table, met)
  return comparison ? ifKnown(comparison.operands, found, comparison.path.field, joins) : found
}

/** The records of a relation, as far as the reference by which they belong to it is visible. */
function sourceOf(owner: string, relation: Relation, from: string, alias: string, scope: ReadScope): RelationSource {
  const target = scope.models.get(relation.target)
  if (relation.type === 'links') return { table: linksTableOf(owner, relation.name), from, alias }
  return { reference: seenColumn(target, relation.by, alias, scope), from, alias }
}

/**
 * A rollup over the related records that the caller sees, and over what the caller sees of them. It reads the index of
 * the reference or of the links, once for each record that is shown or compared.
 */
function rollupSql(field: RollupField, owner: Model, from: string, scope: ReadScope): Sql {
  const { relation: name, member } = partsOf(field)
  const relation = owner.relations.find((one) => one.name === name)
  if (!relation) throw new TypeError(`The rollup ${field.name} has no relation.`)
  const target = scope.models.get(relation.target)
  const alias = `${from}_of`
  const seen = (fieldName: string) => seenColumn(target, fieldName, alias, scope)
  const joins = new Joins(alias, target, scope)
  const counts = conditionSql(parseMemberCondition(field.where, target, scope.models), joins)
  const where = sql`${counts}${andSeen(target, alias, scope)}${andRelationSeen(owner.name, name, from, scope)}`
  const rows = membersSql(sourceOf(owner.name, relation, from, alias, scope), startOf(target, joins), where)
  return sql`(
  select ${figureSql(field, member === undefined ? sql`*` : seen(member))}
  ${rows}${latestFirst(field, seen, alias)}
)`
}

/** If a relation is visible in some records only, it has no members in the others. */
export function andRelationSeen(owner: string, relationName: string, alias: string, scope: ReadScope): Sql {
  const model = scope.models.get(owner)
  const rows = scope.visibility.rowsOfField(model, relationName)
  return rows ? sql` and ${ruleSql(rows, model, alias, scope)}` : sql``
}

/** The table that a search starts from. */
export function startOf(model: Model, joins: Joins): Sql {
  return sql`${tableName(model)} as ${trusted(joins.alias)}${joins.toSql()}`
}
