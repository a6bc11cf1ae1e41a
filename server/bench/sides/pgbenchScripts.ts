import { page, read, session, total, update } from '../naive/queries.ts'
import { table } from './BenchDatabase.ts'
import type { Work } from './Work.ts'

// The queries of the naive service as pgbench scripts. Variables that are not set here come from the command line.

const anyRecord = String.raw`\set id random(1, :records)`
const anyPage = String.raw`\set offset 20 * random(0, :pages - 1)`
const pageOf20 = given(page, { $1: '20', $2: ':offset' })

/** Always the same session: pgbench cannot hash a token, and in PostgreSQL hashing would take a tenth of the time. */
const oneSession = `${given(session, { $1: ':hash' })};`

const readRecord = `${given(read, { $1: ':id' })};`

/**
 * Every client has a number of records of its own, all at version 0 at the start, and updates them in a cycle: so it
 * always knows the version. They are anywhere in the lower half of the table.
 */
const ownRecord = String.raw`\set turn :turn + 1
\set id 1 + permute(:first + :client_id * :share + :turn % :share, :half, 7)
\set version :turn / :share`

/** The script of each work. */
export const pgbenchScripts: Readonly<Record<Work, string>> = {
  read: `${oneSession}\n${anyRecord}\n${readRecord}`,
  'point read': `${anyRecord}\nselect * from ${table} where id = :id;`,
  page: `${anyPage}\n${pageOf20};`,
  'page with total': `${anyPage}\n${pageOf20};\n${total};`,
  'first page': `${given(page, { $1: '20', $2: '0' })};`,
  create: String.raw`\set n random(1, 1000000)
insert into ${table} (id, version, created_on, created_by, updated_on, updated_by, first_name, last_name, email,
  phone, status, credit, vip)
values (nextval('${table}_ids'), 0, now(), 1, now(), 1, 'First' || :n, 'Last' || :n, 'contact' || :n || '@example.com',
  '+33 1 ' || :n, 'lead', 12.50, false);`,
  update: String.raw`${ownRecord}
\set n random(1, 1000000)
${withoutReturning(given(update, { $1: ':id', $2: ':version', $3: '1', $4: "'+33 2 ' || :n", $5: '12.75' }))};`,
}

/** A query with its values, on one line: pgbench treats a line with a backslash as its own command. */
function given(query: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .reduce((text, [name, value]) => text.replaceAll(name, value), query)
    .replaceAll('\n', ' ')
}

function withoutReturning(query: string): string {
  return query.slice(0, query.indexOf('returning'))
}
