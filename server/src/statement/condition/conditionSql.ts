import { type Condition, findComparison } from '../../criteria/Condition.ts'
import { parseMemberCondition } from '../../criteria/parseCondition.ts'
import type { Path } from '../../criteria/path.ts'
import type { Field } from '../../model/field/Field.ts'
import { isAuthor } from '../../model/field/reference.ts'
import { isStored } from '../../model/field/fieldTypes.ts'
import { isFormula } from '../../model/field/formula.ts'
import { isRollup, type RollupField } from '../../model/field/rollup.ts'
import type { ReferenceField } from '../../model/field/reference.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import type { Relation } from '../../model/relation/Relation.ts'
import { join, type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import { andUnarchived, archivedSql } from './archivedSql.ts'
import { comparisonSql } from './comparisonSql.ts'
import { formulaSql } from './formulaSql.ts'
import { JoinList } from './JoinList.ts'
import { ifKnown } from './operandSql.ts'
import { rolesOf } from '../authorization/rights.ts'
import { existsSql, membersSql, relationOf, rollupOf, sourceOf } from './relationSql.ts'
import { type ReadScope, wholeScope } from './ReadScope.ts'
import { startOf } from './startOf.ts'

/** The table of a search, and the visible records that it reaches through references. Each table is joined once. */
export class Joins extends JoinList {
  readonly alias: string
  readonly model: Model
  readonly scope: ReadScope
  /** The record that the whole criteria are about: `$record`. It differs within a relation. */
  readonly root: Joins

  constructor(alias: string, model: Model, scope: ReadScope, root?: Joins) {
    super(alias)
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
    if (isAuthor(owner)) return column(alias, columnOf(field.name))
    const value = seenValue(this.scope.models.get(owner.target), field, alias, this.scope)
    // A record that is not there has no lines either, but no count of them.
    return !isStored(field) ? sql`(case when ${column(alias, 'id')} is not null then ${value} end)` : value
  }

  /**
   * The same column apart from the condition under which it is visible, if it is not visible in all records. Where an
   * unknown result is as good as false, `and` joins the two, so that an index over the column serves.
   */
  split({ steps, field }: Path): { value: Sql; andSeen?: Sql } {
    const owner = steps.at(-1)
    const model = owner ? this.scope.models.get(owner.target) : this.model
    if (!isStored(field) || (owner && isAuthor(owner)) || !this.scope.visibility.rowsOfField(model, field.name))
      return { value: this.column({ steps, field }) }
    const alias = this.reach(steps)
    return { value: column(alias, columnOf(field.name)), andSeen: andFieldSeen(model, field.name, alias, this.scope) }
  }

  /** A value of the record itself. */
  own(field: Field): Sql {
    return seenValue(this.model, field, this.alias, this.scope)
  }

  /** The field before the write: `$before`. Only checks have it. */
  before(field: Field): Sql {
    throw new TypeError(`There is no ${field.name} before a write here.`)
  }

  /** The alias of the record at the end of a path of references. */
  reach(steps: readonly ReferenceField[]): string {
    const step = steps.at(-1)
    if (!step) return this.alias
    const { value, andSeen: isSeen = sql`` } = this.split({ steps: steps.slice(0, -1), field: step })
    const target = this.scope.models.get(step.target)
    return this.aliasOf(steps.map((one) => one.name).join('.'), (alias) => {
      const andTargetSeen = isAuthor(step) ? sql`` : andSeen(target, alias, this.scope)
      const on = sql`${column(alias, 'id')} = ${value}${isSeen}${andTargetSeen}`
      return sql` left join ${tableName(target)} as ${trusted(alias)} on ${on}`
    })
  }
}

/** Limits a table to the visible records; to be appended to another condition. */
export function andSeen(model: Model, alias: string, scope: ReadScope): Sql {
  const rows = scope.visibility.rowsOf(model)
  return rows ? sql` and ${ruleSql(rows, model, alias, scope)}` : sql``
}

/** Limits a table to the records in which a field or relation is visible; to be appended to another condition. */
function andFieldSeen(model: Model, fieldName: string, alias: string, scope: ReadScope): Sql {
  const rows = scope.visibility.rowsOfField(model, fieldName)
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
  if (isRollup(field)) return rollupSql(field, model, alias, scope)
  if (isFormula(field) && !isStored(field))
    return formulaSql(field, new Joins(alias, model, scope), (used) => seenValue(model, used, alias, scope))
  return column(alias, columnOf(field.name))
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

/**
 * A condition as SQL over joined tables. Missing values behave as in SQL: the result is unknown, so it is not met. What
 * is below a `not` is negated: false and unknown differ there.
 */
export function conditionSql(condition: Condition, joins: Joins, isNegated = false): Sql {
  switch (condition.is) {
    case 'and':
    case 'or': {
      if (condition.parts.length === 0) return condition.is === 'and' ? sql`true` : sql`false`
      return sql`(${join(
        condition.parts.map((part) => conditionSql(part, joins, isNegated)),
        ` ${condition.is} `,
      )})`
    }
    case 'not':
      return sql`not (${conditionSql(condition.part, joins, true)})`
    case 'some':
      return someSql(condition, joins)
    case 'comparison':
      return comparisonSql(condition, joins, isNegated)
    case 'archived':
      return archivedSql(joins.alias, condition.value)
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
  const counts = sql`${conditionSql(part, inner)}${andUnarchived(target, alias, scope, part)}`
  const met = sql`${counts}${andRelatedSeen(owner, relation, from, alias, scope)}`
  const table = sql`${tableName(target)} as ${trusted(alias)}${inner.toSql()}`
  const comparison = findComparison(part)
  const found = existsSql(sourceOf(owner, relation, from, alias), table, met)
  return comparison ? ifKnown(comparison.operands, found, comparison.path.field, joins) : found
}

/**
 * Limits the records of a relation to the visible ones. If the relation is visible in some records only, it has no
 * members in the others, and a record whose reference is not visible is in no collection. The conditions are beside
 * the comparison of the reference, not around the column: its index serves.
 */
export function andRelatedSeen(owner: string, relation: Relation, from: string, alias: string, scope: ReadScope): Sql {
  const target = scope.models.get(relation.target)
  const byReference = relation.type === 'links' ? sql`` : andFieldSeen(target, relation.by, alias, scope)
  const ofOwner = andFieldSeen(scope.models.get(owner), relation.name, from, scope)
  return sql`${andSeen(target, alias, scope)}${byReference}${ofOwner}`
}

/**
 * A rollup over the related records that the caller sees, and over what the caller sees of them. It reads the index of
 * the reference or of the links, once for each record that is shown or compared.
 */
function rollupSql(field: RollupField, owner: Model, from: string, scope: ReadScope): Sql {
  const relation = relationOf(field, owner)
  const target = scope.models.get(relation.target)
  const alias = `${from}_of`
  const joins = new Joins(alias, target, scope)
  const condition = parseMemberCondition(field.where, target, scope.models)
  const counts = sql`${conditionSql(condition, joins)}${andUnarchived(target, alias, scope, condition)}`
  const where = sql`${counts}${andRelatedSeen(owner.name, relation, from, alias, scope)}`
  const rows = membersSql(sourceOf(owner.name, relation, from, alias), startOf(target, joins), where)
  return rollupOf(field, rows, alias, (fieldName) => seenColumn(target, fieldName, alias, scope))
}
