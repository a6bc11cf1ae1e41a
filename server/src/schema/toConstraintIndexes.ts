import type { Constraint } from '../model/Constraint.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { columnOf } from '../model/names.ts'
import { constraintObjectOf } from '../model/objectNames.ts'
import { join, literal, sql, type Sql } from '../sql/sql.ts'
import { wholeScope } from '../statement/condition/ReadScope.ts'
import { countsSql, type ParsedConstraint, parseConstraint, periodSql } from '../statement/constraint/constraintSql.ts'
import { StoredRow } from '../statement/record/NewRow.ts'
import type { DesiredIndex } from './DesiredTable.ts'

/** The unique indexes and exclusion constraints of a model's declared constraints. */
export function toConstraintIndexes(model: Model, models: Models): DesiredIndex[] {
  return (model.constraints ?? []).flatMap((constraint) => {
    if (constraint.kind === 'atMost') return []
    const parsed = parseConstraint(constraint, model, models)
    const row = new StoredRow(model, wholeScope(models))
    return [constraint.kind === 'unique' ? toUnique(parsed, row) : toExclusion(parsed, constraint, row)]
  })
}

function common(parsed: ParsedConstraint) {
  const { constraint, model, fields } = parsed
  return {
    name: constraintObjectOf(model, constraint),
    column: '',
    columns: [...new Set(fields.map((field) => columnOf(field.name)))].sort(),
    valid: true,
    label: `${model.name} by ${constraint.name}`,
  }
}

function toUnique(parsed: ParsedConstraint, row: StoredRow): DesiredIndex {
  const { constraint, key } = parsed
  const columns = key.map((field) => row.own(field))
  const nulls = constraint.kind === 'unique' && constraint.nulls === 'equal' ? sql` nulls not distinct` : sql``
  const counts = countsSql({ ...parsed, key: [] }, row)
  const where = constraint.where === undefined ? sql`` : sql` where (${counts})`
  return {
    ...common(parsed),
    unique: true,
    definition: sql`(${join(columns)})${nulls}${where}`,
    breaches: {
      advice: adviceOf(parsed, 'become unique', 'have the same values'),
      query: (records) => sql`
select min(id) || ' and ' || max(id)${keyExample(parsed, row)} as example
from ${records}
where ${countsSql(parsed, row)}
group by ${join(columns)}
having count(*) > 1`,
    },
  }
}

function toExclusion(
  parsed: ParsedConstraint,
  constraint: Extract<Constraint, { kind: 'noOverlap' }>,
  row: StoredRow,
): DesiredIndex {
  const { key, model } = parsed
  const columns = key.map((field) => row.own(field))
  const period = periodSql(constraint, model, row)
  const parts = [...columns.map((column) => sql`${column} with =`), sql`${period} with &&`]
  return {
    ...common(parsed),
    unique: false,
    exclusion: true,
    definition: sql`exclude using gist (${join(parts)}) where (${countsSql({ ...parsed, key: [] }, row)})`,
    breaches: {
      advice: adviceOf(parsed, 'may not overlap', 'overlap'),
      query: (records) => overlaps(parsed, columns, period, row, records),
    },
  }
}

/** In one pass: a period overlaps an earlier one if it begins before the latest end so far. */
function overlaps(parsed: ParsedConstraint, columns: readonly Sql[], period: Sql, row: StoredRow, records: Sql): Sql {
  const partition = columns.length === 0 ? sql`` : sql`partition by ${join(columns)} `
  return sql`
select example
from (
  select begins, id || ' and ' || latest[2] || key as example, latest[1] as ends
  from (
    select id, extract(epoch from lower(period)) as begins, key,
      max(array[coalesce(extract(epoch from upper(period)), 'Infinity'), id]) over (
        ${partition}order by lower(period), id rows between unbounded preceding and 1 preceding
      ) as latest
    from (
      select ${join([sql`id`, ...columns, sql`${period} as period`, sql`''${keyExample(parsed, row)} as key`])}
      from ${records}
      where ${countsSql(parsed, row)}
    ) as counted
    where not isempty(period)
  ) as ordered
) as found
where begins < ends`
}

/** The key behind the ids of an example: ` (equipment 7)`. */
function keyExample({ key }: ParsedConstraint, row: StoredRow): Sql {
  if (key.length === 0) return sql``
  const parts = key.map((field) => sql`${literal(`${field.name} `)} || coalesce(${row.own(field)}::text, 'none')`)
  return sql` || ' (' || ${join(parts, " || ', ' || ")} || ')'`
}

function adviceOf({ constraint, model }: ParsedConstraint, become: string, break_: string): string {
  const fields = constraint.fields.join(', ')
  return (
    `Records of ${model.name} ${become} by ${fields} (${constraint.name}), and there are records that ${break_}. ` +
    'Change or delete those first, or leave the constraint out.'
  )
}
