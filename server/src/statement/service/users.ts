import type { UserVariable } from '../../criteria/Condition.ts'
import { userModel } from '../../model/builtIn/names.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Models } from '../../model/Models.ts'
import { columnOf, tableName } from '../../model/names.ts'
import type { PasswordChoice } from '../../model/signIn/signIn.ts'
import { join, type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import { momentText } from '../condition/momentText.ts'
import { mayUsePassword } from './passwordUse.ts'

/** All users by name. */
export function listUsersStatement(): Sql {
  return sql`
select u.id, u.username, u.name, u.admin, u.disabled,
  exists (select from tabularium.break_glass as kept where kept.user_id = u.id) as break_glass,
  ${momentText('u.created_on')} as created_on,
  array_to_json(array(
    select r.name
    from record.tabularium_user_roles_links l
    join record.tabularium_role r on r.id = l.target
    where l.source = u.id
    order by r.name)) as roles
from record.tabularium_user u
order by u.username`
}

/** The usernames, to suggest one for a misspelled name. */
export function usernamesStatement(): Sql {
  return sql`select username from record.tabularium_user order by username limit 10000`
}

/** Whether anybody can log in as an administrator, also while a provider is away. */
export function hasAdministratorStatement(choice: PasswordChoice): Sql {
  return sql`
select exists (
  select from record.tabularium_user as users
  where users.admin and not users.disabled and users.password is not null and users.kind = 'person'
    and ${mayUsePassword(choice)}
) as has`
}

/** Whether a user has a password and may log in with it. */
export function hasPasswordStatement(userId: number, choice: PasswordChoice): NamedSql {
  return sql`select users.password is not null and ${mayUsePassword(choice)}
from record.tabularium_user as users
where users.id = ${userId}::bigint`.named('user.hasPassword')
}

/** The id of a user; no row if there is no such user. */
export function userIdStatement(username: string): Sql {
  return sql`select id from record.tabularium_user where username = ${username}`
}

/** The users of these names, with their ids and their names for people. */
export function usersByNameStatement(usernames: readonly string[]): NamedSql {
  return sql`select users.id, users.username, users.name
from record.tabularium_user as users
where users.username = any(${usernames}::text[])`.named('user.byName')
}

/** The names of a user's roles. */
export function rolesOfUserStatement(userId: number): Sql {
  return sql`
select roles.name
from record.tabularium_user_roles_links as links
join record.tabularium_role as roles on roles.id = links.target
where links.source = ${userId}::bigint
order by roles.name`
}

/** All roles by name. */
export function rolesStatement(): Sql {
  return sql`select id, name from record.tabularium_role order by name limit 10000`
}

/** The values of variables such as `$user.region` for some users, as JSON, preceded by the id. */
export function userValuesStatement(
  models: Models,
  ids: readonly number[],
  variables: readonly UserVariable[],
): NamedSql {
  const values = variables.map(({ field, through }, index) => {
    const own = column(through ? `_theirs_${index}` : 'users', columnOf(field.name))
    // An empty text counts as no value, as in the conditions of rules.
    return typeOf(field).textual ? sql`to_jsonb(nullif(${own}, ''))` : sql`to_jsonb(${own})`
  })
  const joins = variables.map(({ through }, index) => {
    if (!through) return sql``
    const alias = trusted(`_theirs_${index}`)
    const reference = column('users', columnOf(through.name))
    return sql`
left join ${tableName(models.get(through.target))} as ${alias} on ${alias}.id = ${reference}`
  })
  return sql`select ${join([sql`users.id`, ...values])}
from ${tableName(models.get(userModel))} as users${join(joins, '')}
where users.id = any(${ids}::bigint[])`.named('rights.userValues')
}

/** The users who have a role with one of these rules. */
export function holdersOfRulesStatement(ruleIds: readonly number[]): NamedSql {
  return sql`select distinct links.source
from record.tabularium_rule as rule
join record.tabularium_user_roles_links as links on links.target = rule.role
where rule.id = any(${ruleIds}::bigint[])`.named('rights.holders')
}
