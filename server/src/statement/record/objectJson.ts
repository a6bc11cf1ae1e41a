import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'

/** A member of a JSON object. */
export interface Member {
  readonly name: string
  readonly json: Sql
  /** The condition under which the member is present; absent if it always is. */
  readonly when?: Sql
  /** Whether its value may be the reason why it is not shown, which then replaces the whole object. */
  readonly mayExceed?: boolean
}

/** A JSON object. Members that may be absent need another expression, which is slower. */
export function objectJson(members: readonly Member[]): Sql {
  if (members.some(({ mayExceed }) => mayExceed)) return shownObjectJson(members)
  if (isSparse(members)) return sparseObjectJson(members)
  return sql`(select row_to_json(_object) from (select ${columnsOf(members)}) as _object)`
}

/** An object, or the reason why one of its members is not shown. `offset 0` prevents that members are made twice. */
function shownObjectJson(members: readonly Member[]): Sql {
  const own = members.map((one) => ({ ...one, json: name('_object', one.name) }))
  const reasons = own.flatMap(({ json, mayExceed }) =>
    mayExceed ? [sql`case when json_typeof(${json}) = 'string' then ${json} end`] : [],
  )
  const object = isSparse(own) ? sparseObjectJson(own) : sql`row_to_json(_object)`
  return sql`(
  select coalesce(${join(reasons)}, ${object})
  from (select ${columnsOf(members)} offset 0) as _object
)`
}

function isSparse(members: readonly Member[]): boolean {
  return members.some(({ when }) => when !== undefined)
}

function columnsOf(members: readonly Member[]): Sql {
  return join(members.map((one) => sql`${one.json} as ${name(one.name)}`))
}

/** A JSON object made as text: members may be absent, and their names may be longer than names of PostgreSQL. */
export function sparseObjectJson(members: readonly Member[]): Sql {
  const texts = members.map(({ name: own, json, when }) => {
    const text = sql`${literal(`${JSON.stringify(own)}:`)} || coalesce(to_json(${json})::text, 'null')`
    return when ? sql`case when ${when} then ${text} end` : text
  })
  return sql`('{' || concat_ws(',', ${join(texts)}) || '}')::json`
}
