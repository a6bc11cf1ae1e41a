import { requireValue } from '../failure/invariant.ts'
import { recordSchema } from '../model/names.ts'
import { isOwnName, sequenceOfTable } from '../model/objectNames.ts'
import { sql } from '../sql/sql.ts'
import type { ForeignObject } from './ForeignObject.ts'
import { inspectOwnSql } from './ownSql/inspectOwnSql.ts'
import { inspectRecords } from './inspectRecords.ts'
import type { Query, RecordState } from './RecordState.ts'

/** Reads the foreign objects of a database. */
export async function readForeign(query: Query): Promise<ForeignObject[]> {
  return inspectForeign(query, await inspectRecords(query))
}

/** Reads the objects on the record tables that the service did not create. Its own triggers call its own functions. */
export async function inspectForeign(query: Query, { tables, sequences }: RecordState): Promise<ForeignObject[]> {
  const rows = await query(foreignQuery)
  const found: ForeignObject[] = rows.map((row) => JSON.parse(requireValue(row['object'], 'The object')))
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
  const isOwn = ({ kind, name, table }: ForeignObject) =>
    (kind === 'constraint' || kind === 'index') && isOwnName(name, table, columnsOf.get(table) ?? [])
  const ownSequences = new Set(tables.map(({ name }) => sequenceOfTable(name)))
  const applied = (await inspectOwnSql(query)).flatMap(({ up }) => up)
  return [
    ...found.filter((object) => !isOwn(object)),
    ...sequences.filter((name) => !ownSequences.has(name)).map(toSequence),
  ].filter((object) => !applied.some((statement) => isNamedIn(statement, object)))
}

/** Whether SQL of the application made the object: it is named there. */
function isNamedIn(statement: string, { kind, name }: ForeignObject): boolean {
  const own = kind === 'view' ? (name.split('.').at(-1) ?? name) : name
  return statement.split(/[^\w$]+/).includes(own.replaceAll('"', ''))
}

function toSequence(name: string): ForeignObject {
  return { kind: 'sequence', name, table: '', columns: [] }
}

const foreignQuery = sql`
with tables as (
  select oid, relname::text collate "C" as name
  from pg_class
  where relnamespace = to_regnamespace(${recordSchema}) and relkind in ('r', 'p')
), objects as (
  select 'constraint' as "kind", c.conname::text as "name", t.oid as "of", c.conkey::integer[] as "numbers"
  from tables t
  join pg_constraint c on c.conrelid = t.oid and c.contype in ('c', 'f', 'u', 'x')
  union all
  select 'index', i.relname::text, t.oid, x.indkey::integer[] || array(
    select d.refobjsubid
    from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = x.indexrelid
      and d.refclassid = 'pg_class'::regclass and d.refobjid = t.oid)
  from tables t
  join pg_index x on x.indrelid = t.oid and not x.indisprimary
  join pg_class i on i.oid = x.indexrelid
  where not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('u', 'x'))
  union all
  select 'trigger', g.tgname::text, t.oid, g.tgattr::integer[]
  from tables t
  join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  join pg_proc p on p.oid = g.tgfoid
  where p.pronamespace is distinct from to_regnamespace('tabularium')
  union all
  select 'view', format('%I.%I', n.nspname, v.relname), t.oid, array_agg(d.refobjsubid)
  from tables t
  join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = t.oid and d.classid = 'pg_rewrite'::regclass
  join pg_rewrite r on r.oid = d.objid
  join pg_class v on v.oid = r.ev_class and v.oid <> t.oid
  join pg_namespace n on n.oid = v.relnamespace
  group by n.nspname, v.relname, t.oid
)
select json_build_object('kind', o."kind", 'name', o."name", 'table', t.name, 'columns', array(
  select a.attname
  from pg_attribute a
  where a.attrelid = t.oid and a.attnum = any(o."numbers") and a.attnum > 0
  order by a.attnum)) as object
from objects o
join tables t on t.oid = o."of"
order by t.name, o."kind", o."name" collate "C"`
