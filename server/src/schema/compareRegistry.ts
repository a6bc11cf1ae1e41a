import { requireValue } from '../failure/invariant.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import { literal, type Sql, sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { locks, type Step, toStep } from './Step.ts'

/** Returns the names of the models that have a number in the service's own tables. */
export async function inspectRegistry(query: Query): Promise<string[]> {
  const [row] = await query(sql`select to_regclass('tabularium.models') is not null as "exists"`)
  if (row?.['exists'] !== 't') return []
  const rows = await query(sql`select name from tabularium.models order by number`)
  return rows.map(({ name }) => requireValue(name, 'The name of a model'))
}

/** The steps that give every model its number. The journal and the counts refer to models by number. */
export function compareRegistry(registered: readonly string[], models: readonly Model[]): Step[] {
  const names = models.map(({ name }) => name)
  const renamed = models.filter(
    ({ name, was }) => !registered.includes(name) && was !== undefined && registered.includes(was),
  )
  // Another model may take the old name of a renamed one.
  const others = registered.filter((name) => !renamed.some(({ was }) => was === name))
  const added = models.filter((model) => !others.includes(model.name) && !renamed.includes(model))
  const surplus = others.filter((name) => !names.includes(name))
  return [...renamed.map(rename), ...added.map(register), ...surplus.map(forget)]
}

function rename({ name, was = '' }: Model): Step {
  const statement = sql`update tabularium.models set name = ${literal(name)} where name = ${literal(was)}`
  return toStep(`Let the journal of ${was} go on as that of ${name}`, [statement], { lock: locks.none, required: true })
}

/** Counts the existing records while writes are locked out, so that the counts are exact from the start. */
function register(model: Model): Step {
  const statements = [
    sql`lock table ${tableName(model)} in share row exclusive mode`,
    sql`insert into tabularium.models (name) values (${literal(model.name)})`,
    countRecords(model),
  ]
  const options = { lock: locks.counting, required: true, service: true } as const
  return toStep(`Keep a journal and counts for ${model.name}`, statements, options)
}

/** Counts the records of a model in blocks of 2^10 to 2^30 ids. The order puts neighbouring blocks on the same page. */
export function countRecords(model: Model): Sql {
  return countUnder(sql`models.number`, model, sql``)
}

/** Counts its archived records in the same way. */
export function countArchived(model: Model): Sql {
  return countUnder(sql`-models.number`, model, sql` and t.archived_on is not null`)
}

function countUnder(number: Sql, model: Model, andCounted: Sql): Sql {
  return sql`insert into tabularium.counts (model, level, block, records)
select ${number}, level.number, t.id >> (5 + level.number * 5), count(*)
from tabularium.models
cross join ${tableName(model)} as t
cross join generate_series(1, 5) as level(number)
where models.name = ${literal(model.name)}${andCounted}
group by 1, 2, 3
order by 1, 2, 3`
}

function forget(name: string): Step {
  const number = sql`(select number from tabularium.models where name = ${literal(name)})`
  const statements = [
    sql`delete from tabularium.counts where model in (${number}, -${number})`,
    sql`delete from tabularium.count_deltas where model in (${number}, -${number})`,
    sql`delete from tabularium.renamed_fields where model = ${number}`,
    sql`delete from tabularium.series where model = ${number}`,
    sql`delete from tabularium.fills where model = ${number}`,
    sql`delete from tabularium.models where name = ${literal(name)}`,
  ]
  return toStep(`Forget the journal of ${name}, which is no longer a model`, statements, {
    lock: locks.none,
    loses: `access to the history of ${name}`,
  })
}
