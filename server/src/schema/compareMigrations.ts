import type { DataMigration } from '../model/migrationMark.ts'
import { sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { locks, type Step, toStep } from './Step.ts'

/** Reads the names of the data migrations that are done. */
export async function inspectMigrations(query: Query): Promise<string[]> {
  const [there] = await query(sql`select to_regclass('tabularium.data_migrations') is not null as "exists"`)
  if (there?.['exists'] !== 't') return []
  const rows = await query(sql`select name from tabularium.data_migrations where done_on is not null order by name`)
  return rows.map((row) => row['name'] ?? '')
}

/** The steps that run data migrations which are not done: what others need comes before them, else by name. */
export function compareMigrations(done: readonly string[], declared: readonly DataMigration[]): Step[] {
  const byName = new Map(declared.map((one) => [one.name, one]))
  const placed = new Set<DataMigration>()
  const place = (one: DataMigration, above: readonly DataMigration[]) => {
    if (above.includes(one)) return
    for (const other of one.after) {
      const needed = byName.get(other)
      if (needed) place(needed, [...above, one])
    }
    placed.add(one)
  }
  for (const one of declared.toSorted((a, b) => (a.name < b.name ? -1 : 1))) place(one, [])
  return [...placed]
    .filter(({ name }) => !done.includes(name))
    .map(({ name, on }) =>
      toStep(`Migrate the records of ${on}: ${name}`, [], { lock: locks.rows, mode: 'data', migration: name }),
    )
}
