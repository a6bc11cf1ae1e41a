import { literal, sql } from '../sql/sql.ts'
import type { Query, RecordState } from './RecordState.ts'
import { locks, type Step, toStep } from './Step.ts'
import { type DesiredTally, ofService } from './toDesiredTallies.ts'

/** A tally that the database has. */
export interface TallyState {
  readonly name: string
  /** The tables with triggers that call its function. */
  readonly tables: readonly string[]
}

/** Reads the tallies of a database by their functions, whose names follow from what the models declare. */
export async function inspectTallies(query: Query): Promise<TallyState[]> {
  const rows = await query(sql`
select p.proname::text as name, to_json(array_remove(array_agg(distinct c.relname::text), null)) as tables
from pg_proc p
left join pg_trigger t on t.tgfoid = p.oid
left join pg_class c on c.oid = t.tgrelid
where p.pronamespace = to_regnamespace('tabularium') and p.proname ~ '^at_most_[0-9a-f]{16}$'
group by p.proname
order by p.proname`)
  return rows.map(({ name, tables }) => ({ name: name ?? '', tables: JSON.parse(tables ?? '[]') }))
}

/** The steps that remove tallies before the tables change, and those that create and count them afterwards. */
export function compareTallies(
  found: readonly TallyState[],
  desired: readonly DesiredTally[],
  records: RecordState,
  changes: readonly Step[],
): { readonly drops: Step[]; readonly adds: Step[] } {
  const stays = ({ name, tables }: TallyState) =>
    desired.some((one) => one.name === name && tables.includes(one.table) && !isAffected(one, changes))
  const staying = found.filter(stays).map(({ name }) => name)
  return {
    drops: found.filter((one) => !staying.includes(one.name)).map(dropTally),
    adds: desired.filter(({ name }) => !staying.includes(name)).map((one) => addTally(one, records)),
  }
}

/** A column that a trigger names can't be dropped or converted. */
function isAffected({ table, columns }: DesiredTally, changes: readonly Step[]): boolean {
  return changes.some(
    ({ affects }) =>
      affects?.table === table && [...affects.dropped, ...affects.converted].some((one) => columns.includes(one)),
  )
}

function dropTally({ name }: TallyState): Step {
  const statements = [
    sql`drop function ${ofService(name)} cascade`,
    sql`delete from tabularium.tallies where name = ${literal(name)}`,
  ]
  return toStep(`Count records no more for ${name}`, statements, { required: true })
}

function addTally({ table, columns, label, most, breaches, ...own }: DesiredTally, { tables }: RecordState): Step {
  const known = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  const advice =
    `There can be at most ${most} records of ${label}, and there are more. ` +
    'Change or delete some first, or raise the count.'
  return toStep(`Limit the number of ${label}`, [own.lock, ...own.create, ...own.count], {
    lock: locks.counting,
    locksTable: table,
    // What columns that are new or renamed have is not known before the migration.
    ...(columns.every((column) => known.includes(column)) && known.length > 0
      ? { preconditions: [{ query: breaches.toText(), advice }] }
      : {}),
  })
}
