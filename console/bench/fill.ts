import type pg from 'pg'
import { fillQuickly } from '../../server/bench/fillQuickly.ts'
import type { Models } from '../../server/src/model/Models.ts'
import { countRecords } from '../../server/src/schema/compareRegistry.ts'

export const [contactModel, wideModel] = ['com.example.contacts.Contact', 'org.example.bench.Wide'] as const

/** Contacts whose ids are 1 to their number. One in the middle has a name of its own. */
export async function fillContacts(database: pg.Client, models: Models, records: number): Promise<void> {
  const table = 'record.com_example_contacts_contact'
  const insert = `insert into ${table} (id, version, created_on, created_by, updated_on, updated_by, first_name,
      last_name, email, status, credit)
    select n, 0, now(), 1, now(), 1,
      case when n = ${Math.floor(records / 2)} then 'Zenobia' else 'First' || n end,
      'Last' || n % 1000, 'contact' || n || '@example.com',
      (array['lead', 'customer', 'former'])[1 + n % 3], n % 10000
    from generate_series(1, ${records}) as n`
  await fillQuickly(database, table, insert, { withTextSearch: true })
  await finish(database, models, contactModel, table, records)
}

/** A hundred records with a value in every field. */
export async function fillWide(database: pg.Client, models: Models): Promise<void> {
  const table = 'record.org_example_bench_wide'
  const { rows } = await database.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and attname ~ '[0-9]$'`,
  )
  const values: Record<string, string> = { integer: 'n', bigint: 'n', date: 'current_date', boolean: 'n % 2 = 0' }
  const toValue = ({ name, type }: { name: string; type: string }) =>
    values[type] ?? (name.startsWith('choice') ? `'two'` : `'Value ' || n`)
  const columns = rows.map(({ name }) => name).join()
  await database.query(
    `insert into ${table} (id, version, created_on, created_by, updated_on, updated_by, ${columns})
    select n, 0, now(), 1, now(), 1, ${rows.map(toValue).join()} from generate_series(1, 100) as n`,
  )
  await finish(database, models, wideModel, table, 100)
}

async function finish(database: pg.Client, models: Models, name: string, table: string, records: number) {
  await database.query(countRecords(models.get(name)).toText())
  await database.query(`select setval('${table}_ids', ${records})`)
  await database.query(`vacuum (analyze) ${table}`)
  await database.query('vacuum (analyze) tabularium.counts')
}
