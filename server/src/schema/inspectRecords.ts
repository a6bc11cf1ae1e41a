import { requireValue } from '../failure/invariant.ts'
import { recordSchema } from '../model/names.ts'
import { isOwnName } from '../model/objectNames.ts'
import { sql } from '../sql/sql.ts'
import { parseNote, type ColumnFacts } from './columnNote.ts'
import type {
  CheckState,
  ColumnState,
  IndexState,
  Query,
  RecordState,
  ReferenceState,
  TableState,
} from './RecordState.ts'

/**
 * Reads the whole schema of the records in one statement, for any number of models. It omits constraints and indexes
 * that the service did not create: `inspectForeign` reads them.
 */
export async function inspectRecords(query: Query): Promise<RecordState> {
  const [row] = await query(catalogQuery)
  const catalog: Catalog = JSON.parse(requireValue(row?.['catalog'], 'The catalog'))
  const columns = Map.groupBy(catalog.columns, byTable)
  const constraints = Map.groupBy(catalog.constraints, byTable)
  const indexes = Map.groupBy(catalog.indexes, byTable)
  return {
    exists: catalog.exists,
    sequences: catalog.sequences,
    tables: catalog.tables.map((table) =>
      toTable(table, columns.get(table) ?? [], constraints.get(table) ?? [], indexes.get(table) ?? []),
    ),
  }
}

interface Catalog {
  exists: boolean
  sequences: string[]
  tables: string[]
  columns: (InTable & ColumnFacts & Pick<ColumnState, 'name' | 'type' | 'required'>)[]
  constraints: (InTable & ReferenceState & Pick<CheckState, 'columns'> & { kind: 'c' | 'f' | 'p' })[]
  indexes: (InTable & Omit<IndexState, 'exclusion'> & { exclusion: boolean })[]
}

interface InTable {
  table: string
}

function byTable({ table }: InTable): string {
  return table
}

function toTable(
  table: string,
  columns: Catalog['columns'],
  constraints: Catalog['constraints'],
  indexes: Catalog['indexes'],
): TableState {
  const primaryKey = constraints.find(({ kind }) => kind === 'p')?.name
  const names = columns.map((column) => column.name)
  const isOwn = ({ name }: { name: string }) => isOwnName(name, table, names)
  const own = constraints.filter(isOwn)
  return {
    name: table,
    found: table,
    ...(primaryKey === undefined ? {} : { primaryKey }),
    columns: columns.map(toColumn),
    checks: own.filter(({ kind }) => kind === 'c').map(toCheck),
    references: own.filter(({ kind }) => kind === 'f').map(toReference),
    indexes: indexes.filter(isOwn).map(toIndex),
  }
}

function toColumn({ name, type, required, ...facts }: Catalog['columns'][number]): ColumnState {
  return { name, found: name, type, required, ...parseNote(facts) }
}

function toCheck({ name, column, columns, validated }: Catalog['constraints'][number]): CheckState {
  return { name, column, columns, validated }
}

function toIndex({ name, column, columns, unique, valid, exclusion }: Catalog['indexes'][number]): IndexState {
  return { name, column, columns, unique, valid, ...(exclusion ? { exclusion } : {}) }
}

function toReference({ name, column, target, validated }: ReferenceState): ReferenceState {
  return { name, column, target, validated }
}

const catalogQuery = sql`
with tables as (
  select oid, relname::text collate "C" as name
  from pg_class
  where relnamespace = to_regnamespace(${recordSchema}) and relkind in ('r', 'p')
), columns as (
  select
    t.name as "table",
    a.attname::text collate "C" as "name",
    format_type(a.atttypid, a.atttypmod) as "type",
    a.attnotnull as "required",
    a.atthasdef as "hasDefault",
    a.attgenerated <> '' as "generated",
    d.description as "note"
  from tables t
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = t.oid and d.objsubid = a.attnum
), constraints as (
  select
    t.name as "table",
    c.conname::text collate "C" as "name",
    c.contype as "kind",
    coalesce(a.attname, '') as "column",
    case when a.attname is not null then json_build_array(a.attname) else (
      select coalesce(json_agg(used.attname order by used.attname::text collate "C"), '[]')
      from pg_attribute used
      where used.attrelid = t.oid and used.attnum = any(c.conkey)
    ) end as "columns",
    coalesce(target.relname, '') as "target",
    c.convalidated as "validated"
  from tables t
  join pg_constraint c on c.conrelid = t.oid and c.contype in ('c', 'f', 'p')
  left join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1] and array_length(c.conkey, 1) = 1
  left join pg_class target on target.oid = c.confrelid
), indexes as (
  select
    t.name as "table",
    i.relname::text collate "C" as "name",
    x.indisunique as "unique",
    x.indisvalid as "valid",
    x.indisexclusion as "exclusion",
    coalesce(a.attname, '') as "column",
    case when a.attname is not null then json_build_array(a.attname) else (
      select coalesce(json_agg(used.attname order by used.attname::text collate "C"), '[]')
      from pg_attribute used
      where used.attrelid = t.oid and used.attnum > 0 and (used.attnum = any(x.indkey) or used.attnum in (
        select d.refobjsubid
        from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = x.indexrelid
          and d.refclassid = 'pg_class'::regclass and d.refobjid = t.oid
      ))
    ) end as "columns"
  from tables t
  join pg_index x on x.indrelid = t.oid and not x.indisprimary
  join pg_class i on i.oid = x.indexrelid
  left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0] and x.indnatts = 1 and x.indpred is null
    and x.indoption[0] = 0 and i.relam = (select oid from pg_am where amname = 'btree')
)
select json_build_object(
  'exists', to_regnamespace(${recordSchema}) is not null,
  'sequences', (
    select coalesce(json_agg(relname order by relname::text collate "C"), '[]')
    from pg_class
    where relnamespace = to_regnamespace(${recordSchema}) and relkind = 'S'
  ),
  'tables', (select coalesce(json_agg(name order by name), '[]') from tables),
  'columns', (select coalesce(json_agg(c order by c."table", c."name"), '[]') from columns c),
  'constraints', (select coalesce(json_agg(c order by c."table", c."name"), '[]') from constraints c),
  'indexes', (select coalesce(json_agg(i order by i."table", i."name"), '[]') from indexes i)
)::text as catalog`
