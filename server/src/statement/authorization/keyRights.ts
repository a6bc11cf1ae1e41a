import { type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { rolesOf, limitColumns } from './rights.ts'

/** The name under which a statement reads the keys. Their user is always called `users`. */
type Alias = 'keys' | 'key'

/** The roles that an API key is limited to. A key without any is not limited. */
export function limitsOf(key: Sql): Sql {
  return sql`select limits.target from record.tabularium_key_roles_links as limits where limits.source = ${key}`
}

/** The names of the roles that an API key is limited to and that its user does not have. */
export function missingRolesOf(keys: string): Sql {
  const own = (column: string) => trusted(`${keys}.${column}`)
  return sql`select role.name
    from record.tabularium_role as role
    where role.id in (${limitsOf(own('id'))}) and role.id not in (${rolesOf(own('"user"'))})`
}

/** Whether an API key has all rights of an administrator: one that is limited in what it may do never has. */
export function isAdminKey(alias: Alias): Sql {
  return sql`(users.admin and not exists (${limitsOf(idOf(alias))}) and ${isUncut(alias)})`
}

/**
 * The rules of an API key, as members of a JSON array without its brackets: those of the user's roles, limited to the
 * roles of the key, about no other models than the key names, and without writes if it does not write. A key of an
 * administrator that is limited in these two alone has rules of its own, since administrators need none.
 */
export function rulesOfKey(alias: Alias): Sql {
  const limits = limitsOf(idOf(alias))
  const writes = sql`${trusted(alias)}.writes = 'all'`
  return sql`(
  select coalesce(string_agg(row_to_json(_rule)::text, ',' order by _rule.id, _rule.model), '')
  from (
    select rule.id, role.name as role, about.model, rule."read", ${writes} and rule."create" as "create",
      ${writes} and rule."update" as "update", ${writes} and rule."delete" as "delete",
      ${writes} and rule.run as run, ${limitColumns},
      case when ${writes} then rule.comment else false end as comment
    from record.tabularium_rule as rule
    join record.tabularium_role as role on role.id = rule.role
    cross join lateral (${modelsWithin(alias)}) as about(model)
    where rule.role in (
      ${rolesOf(trusted(`${alias}."user"`))} and (not exists (${limits}) or links.target in (${limits}))
    )
    union all
    select null, 'administrator', named.model, true, ${writes}, ${writes}, ${writes}, ${writes},
      null::jsonb, null::jsonb, null::jsonb, null::jsonb, null::jsonb, ${writes}
    from (${modelsOf(alias)} union select '*' where ${trusted(alias)}.models is null) as named(model)
    where users.admin and not exists (${limits}) and not ${isUncut(alias)}
  ) as _rule
)`
}

/** The current rights of some API keys: their user, whether they have all rights, and their rules. */
export function rightsOfKeysStatement(ids: readonly number[]): NamedSql {
  return sql`select users.id, ${isAdminKey('keys')}, ${rulesOfKey('keys')}
from record.tabularium_key as keys
join record.tabularium_user as users on users.id = keys."user"
where keys.id = any(${ids}::bigint[])`.named('rights.ofKeys')
}

/** What an API key is limited to besides roles, as JSON; null if it is not. */
export function limitsJson(alias: Alias): Sql {
  const own = (column: string) => trusted(`${alias}.${column}`)
  return sql`case when ${isUncut(alias)} and ${own('networks')} is null then null
    else json_build_object('writes', ${own('writes')}, 'models', ${own('models')}, 'networks', ${own('networks')}) end`
}

/** Whether an API key may write, and use all models. */
function isUncut(alias: Alias): Sql {
  return sql`(${trusted(alias)}.writes = 'all' and ${trusted(alias)}.models is null)`
}

/** What a rule is about: all that the rule names, or what of it the key names, too. */
function modelsWithin(alias: Alias): Sql {
  const [given, own] = [sql`rule.model`, sql`named.model`]
  return sql`
      select rule.model where ${trusted(alias)}.models is null
      union
      select case when ${includes(own, given)} then ${given} else ${own} end
      from (${modelsOf(alias)}) as named(model)
      where ${includes(own, given)} or ${includes(given, own)}`
}

/** The names in the list of an API key. A single value is a list of one, whoever wrote it. */
function modelsOf(alias: Alias): Sql {
  return namesIn(sql`${trusted(alias)}.models`)
}

/** The elements of a list as text. */
export function namesIn(list: Sql): Sql {
  return sql`select _element #>> '{}' from jsonb_path_query(${list}, '$[*]') as _element`
}

/** Whether a name is about everything that another one is about: as `isAbout` of rules. */
export function includes(wide: Sql, narrow: Sql): Sql {
  return sql`(${wide} = ${narrow} or not starts_with(${narrow}, 'tabularium.') and (
        ${wide} = '*' or right(${wide}, 2) = '.*' and starts_with(${narrow}, left(${wide}, -1))))`
}

function idOf(alias: Alias): Sql {
  return trusted(`${alias}.id`)
}
