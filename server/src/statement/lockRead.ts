import { type Condition, findComparison } from '../criteria/Condition.ts'
import { userModel } from '../model/builtIn/names.ts'
import type { ReferenceField } from '../model/field/reference.ts'
import type { Model } from '../model/Model.ts'
import { columnOf, recordSchema, tableName } from '../model/names.ts'
import { isThrough } from '../permission/analyzeCondition.ts'
import { linksTableOf } from '../model/objectNames.ts'
import { join, name, type NamedSql, type Sql, sql, trusted } from '../sql/sql.ts'
import { column } from './record/columns.ts'
import { conditionSql, Joins } from './condition/conditionSql.ts'
import { type ReadScope, wholeScope } from './condition/ReadScope.ts'

type Some = Extract<Condition, { is: 'some' }>

/**
 * The statements that lock the other records that rules read when they are evaluated for records of a model, until the
 * end of the transaction. Without these locks, two writes could each be allowed by data that the other one is about to
 * change. Each statement follows one reference more than those before it, through records that are already locked. Of a
 * relation, one record that meets the condition is locked.
 */
export function lockReadStatements(
  model: Model,
  ids: readonly number[],
  conditions: readonly Condition[],
  scope: ReadScope,
): NamedSql[] {
  const paths = new Map<string, readonly ReferenceField[]>()
  const somes: Some[] = []
  const ofUser = new Map<string, ReferenceField>()
  for (const condition of conditions) collectReads(condition, { paths, somes, ofUser })
  const inOrder = [...paths.values()].sort((one, other) => one.length - other.length)
  return [
    ...[...ofUser.values()].map((through) => lockOfUser(through, scope)),
    ...inOrder.map((steps) => lockEnd(model, ids, steps, scope)),
    ...somes.map((some) => lockWitness(model, ids, some, scope)),
  ]
}

/** The other records that conditions read. */
interface Reads {
  /** The references that lead to them, by dotted name. */
  readonly paths: Map<string, readonly ReferenceField[]>
  readonly somes: Some[]
  /** The references of the calling user. */
  readonly ofUser: Map<string, ReferenceField>
}

function collectReads(condition: Condition, reads: Reads): void {
  switch (condition.is) {
    case 'and':
    case 'or':
      for (const part of condition.parts) collectReads(part, reads)
      return
    case 'not':
      return collectReads(condition.part, reads)
    case 'some':
      reads.somes.push(condition)
      collectOfUser(condition.part, reads)
      return addPath(condition.steps, reads.paths)
    case 'comparison':
      collectOfUser(condition, reads)
      return addPath(condition.path.steps, reads.paths)
    case 'archived':
      return
    case 'held':
      // The roles of a user are a part of their rights, which have a check of their own.
      return
  }
}

function addPath(steps: readonly ReferenceField[], paths: Map<string, readonly ReferenceField[]>): void {
  for (let length = 1; length <= steps.length; length++) {
    const path = steps.slice(0, length)
    paths.set(path.map((step) => step.name).join('.'), path)
  }
}

/** Adds the references of the user in a comparison, also in one about the records of a relation. */
function collectOfUser(condition: Condition, { ofUser }: Reads): void {
  for (const { through } of findComparison(condition)?.operands.filter(isThrough) ?? [])
    ofUser.set(through.name, through)
}

/** Locks the record that a reference of the calling user leads to. */
function lockOfUser({ name: reference, target }: ReferenceField, { models, viewer }: ReadScope): NamedSql {
  return sql`select from ${tableName(models.get(userModel))} as t
join ${tableName(models.get(target))} as t_1 on t_1.id = ${column('t', columnOf(reference))}
where t.id = ${viewer}
for share of t_1`.named('record.lockRead')
}

/** Locks the records at the end of a path of references. */
function lockEnd(
  model: Model,
  ids: readonly number[],
  steps: readonly ReferenceField[],
  { models }: ReadScope,
): NamedSql {
  const end = aliasOf(steps.length)
  return sql`select from ${tableName(model)} as t${joinAll(steps, { models })}
where t.id = any(${ids}::bigint[])
order by ${column(end, 'id')}
for share of ${trusted(end)}`.named('record.lockRead')
}

/** Locks one record of each relation that meets the condition, if there is one, and its link. */
function lockWitness(model: Model, ids: readonly number[], some: Some, scope: ReadScope): NamedSql {
  const { owner, steps, relation, part } = some
  const target = scope.models.get(relation.target)
  const from = aliasOf(steps.length)
  const whole = { ...wholeScope(scope.models), viewer: scope.viewer }
  const inner = new Joins('w', target, whole, new Joins('t', model, whole))
  const met = conditionSql(part, inner)
  const table = sql`${tableName(target)} as w${inner.toSql()}`
  const links = name(recordSchema, linksTableOf(owner, relation.name))
  const rows =
    relation.type === 'collection'
      ? sql`${table} where ${column('w', columnOf(relation.by))} = ${column(from, 'id')}`
      : sql`${links} as l join ${table} on w.id = l.target where l.source = ${column(from, 'id')}`
  const locked = trusted(relation.type === 'collection' ? 'w' : isAboutId(part) ? 'l' : 'l, w')
  return sql`select from ${tableName(model)} as t${joinAll(steps, scope)}
cross join lateral (select from ${rows} and ${met} limit 1 for share of ${locked}) as witness
where t.id = any(${ids}::bigint[])`.named('record.lockRead')
}

/** An id never changes, so locking the link is enough. */
function isAboutId(part: Condition): boolean {
  return part.is === 'comparison' && part.path.steps.length === 0 && part.path.field.name === 'id'
}

/** Inner joins: if a record lacks one of the references, the rest of the path does not exist either. */
function joinAll(steps: readonly ReferenceField[], { models }: Pick<ReadScope, 'models'>): Sql {
  return join(
    steps.map(({ name: own, target }, index) => {
      const alias = aliasOf(index + 1)
      const reference = column(aliasOf(index), columnOf(own))
      return sql` join ${tableName(models.get(target))} as ${trusted(alias)} on ${column(alias, 'id')} = ${reference}`
    }),
    '',
  )
}

function aliasOf(step: number): string {
  return step === 0 ? 't' : `t_${step}`
}
