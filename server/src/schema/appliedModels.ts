import { createHash } from 'node:crypto'
import type { Models } from '../model/Models.ts'
import { recordSchema } from '../model/names.ts'
import { literal, name, sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { toDesiredTables } from './toDesiredTables.ts'

const start = 'Models applied, newest last: '
const maxDigests = 50

/** Records in the comment of the records' schema that these models were applied. */
export async function rememberApplied(query: Query, models: Models): Promise<void> {
  const { digests, owned } = await readApplied(query)
  const digest = toDigest(models)
  // Only the owner of a schema can set its comment. Without it, migrations work but older models are not recognised.
  if (!owned || digests.at(-1) === digest) return
  const newest = [...digests.filter((other) => other !== digest), digest].slice(-maxDigests)
  await query(sql`comment on schema ${name(recordSchema)} is ${literal(start + newest.join(' '))}`)
}

/** Whether these models were applied once and others after them: then the others are newer. */
export async function wereReplaced(query: Query, models: Models): Promise<boolean> {
  const { digests } = await readApplied(query)
  const digest = toDigest(models)
  return digests.includes(digest) && digests.at(-1) !== digest
}

async function readApplied(query: Query): Promise<{ digests: string[]; owned: boolean }> {
  const [row] = await query(sql`
select obj_description(oid, 'pg_namespace') as note, pg_has_role(nspowner, 'usage') as owned
from pg_namespace
where oid = to_regnamespace(${recordSchema})`)
  const note = row?.['note'] ?? ''
  const digests = note.startsWith(start) ? note.slice(start.length).split(' ') : []
  return { digests, owned: row?.['owned'] === 't' && (note === '' || note.startsWith(start)) }
}

/** A digest of the tables that the models declare. Labels and help do not change it. */
function toDigest(models: Models): string {
  const tables = toDesiredTables(models).map(({ name: table, columns, checks, references, indexes }) => [
    table,
    columns.map(({ name: column, type, required, default: value, template }) => [
      column,
      type,
      required,
      value,
      template,
    ]),
    [...checks, ...references, ...indexes].map((object) => object.name),
  ])
  return createHash('sha256').update(JSON.stringify(tables)).digest('hex').slice(0, 16)
}
