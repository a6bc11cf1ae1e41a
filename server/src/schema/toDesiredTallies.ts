import type { AtMostConstraint } from '../model/Constraint.ts'
import type { Models } from '../model/Models.ts'
import { columnOf, tableOf } from '../model/names.ts'
import { constraintObjectOf } from '../model/objectNames.ts'
import { join, literal, name, sql, type Sql, trusted } from '../sql/sql.ts'
import {
  countsSql,
  keyText,
  type ParsedConstraint,
  parseConstraint,
  rowOf,
} from '../statement/constraint/constraintSql.ts'
import { inRecords } from './compare/ddl.ts'

/** A limited number of records as the database ensures it: a function, and the triggers that call it. */
export interface DesiredTally {
  /** The name of the function, of its triggers and in `tabularium.tallies`. */
  readonly name: string
  readonly table: string
  /** The columns that decide whether and where a record counts. */
  readonly columns: readonly string[]
  /** What is limited, in messages. */
  readonly label: string
  readonly most: number
  /** The statements that create the function and its triggers. */
  readonly create: readonly Sql[]
  /** Locks out the writers of the table. */
  readonly lock: Sql
  /** The statements that count the records. */
  readonly count: readonly Sql[]
  /** A query for the keys that there are, and their numbers of records. */
  readonly counted: Sql
  /** The keys of which there are too many records, as `example`. */
  readonly breaches: Sql
}

/** The limited numbers of records that the models declare. */
export function toDesiredTallies(models: Models): DesiredTally[] {
  return models.all.flatMap((model) =>
    (model.constraints ?? []).flatMap((constraint) =>
      constraint.kind === 'atMost' ? [toTally(constraint, parseConstraint(constraint, model, models), models)] : [],
    ),
  )
}

function toTally(constraint: AtMostConstraint, parsed: ParsedConstraint, models: Models): DesiredTally {
  const { model, fields } = parsed
  const tally = constraintObjectOf(model, constraint)
  const columns = fields.map((field) => columnOf(field.name))
  const table = tableOf(model.name)
  const counted = countedIn(inRecords(table), parsed, models)
  return {
    name: tally,
    table,
    columns,
    label: `${model.name} by ${constraint.name}`,
    most: constraint.count,
    create: [createFunction(tally, constraint, parsed, models), ...createTriggers(tally, table, columns)],
    lock: sql`lock table ${inRecords(table)} in share row exclusive mode`,
    counted,
    count: [
      sql`delete from tabularium.tallies where name = ${literal(tally)}`,
      sql`insert into tabularium.tallies (name, key, records)
select ${literal(tally)}, key, records
from (${counted}) as counted`,
    ],
    breaches: sql`
select records || ' with the key ' || key as example
from (${counted}) as counted
where records > ${trusted(String(constraint.count))}`,
  }
}

/** The keys in a table of records, and how many records each has. */
export function countedIn(table: Sql, parsed: ParsedConstraint, models: Models, sign = sql``): Sql {
  const row = rowOf('counted', parsed.model, models)
  return sql`select ${keyText(parsed, row)} as key, ${sign}count(*)::integer as records
    from ${table} as counted
    where ${countsSql(parsed, row)}
    group by 1`
}

/**
 * Inserts and deletes are counted once for the statement, in the order of the keys. Updates are counted for each row
 * that moves, so that other updates cost nothing.
 */
function createFunction(tally: string, { count }: AtMostConstraint, parsed: ParsedConstraint, models: Models): Sql {
  const change = sql`perform tabularium.change_tallies(
      ${literal(tally)}, ${trusted(String(count))}, array_agg(key), array_agg(records))`
  const changed = trusted('changed')
  return sql`create function ${ofService(tally)}() returns trigger language plpgsql as $tally$
begin
  if tg_op = 'INSERT' then
    ${change}
    from (${countedIn(changed, parsed, models)}) as counted
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    ${change}
    from (${countedIn(changed, parsed, models, sql`-`)}) as counted
    having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    ${change}
    from (
      select key, sum(change)::integer as records
      from (${moved('old', -1, parsed, models)} union all ${moved('new', 1, parsed, models)}) as moved
      group by key
      having sum(change) <> 0
    ) as counted
    having count(*) > 0;
  else
    delete from tabularium.tallies where name = ${literal(tally)};
  end if;
  return null;
end
$tally$`
}

function moved(side: 'old' | 'new', change: 1 | -1, parsed: ParsedConstraint, models: Models): Sql {
  const row = rowOf(side, parsed.model, models)
  const sign = trusted(String(change))
  return sql`select ${keyText(parsed, row)} as key, ${sign} as change where ${countsSql(parsed, row)}`
}

function createTriggers(tally: string, table: string, columns: readonly string[]): Sql[] {
  const trigger = (event: string) => sql`create trigger ${name(`${tally}_${event}`)}`
  const run = sql`execute function ${ofService(tally)}()`
  const records = inRecords(table)
  const names = columns.map((column) => name(column))
  const [old, fresh] = ['old', 'new'].map((side) => join(names.map((column) => sql`${trusted(side)}.${column}`)))
  const updates =
    columns.length === 0
      ? []
      : [
          sql`${trigger('update')} after update of ${join(names)} on ${records}
for each row when ((${old}) is distinct from (${fresh})) ${run}`,
        ]
  return [
    sql`${trigger('insert')} after insert on ${records} referencing new table as changed for each statement ${run}`,
    sql`${trigger('delete')} after delete on ${records} referencing old table as changed for each statement ${run}`,
    ...updates,
    sql`${trigger('truncate')} after truncate on ${records} for each statement ${run}`,
  ]
}

/** A function of the service: triggers that call its functions are its own. */
export function ofService(tally: string): Sql {
  return name('tabularium', tally)
}
