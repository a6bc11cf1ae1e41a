import type { PasswordChoice } from '../../model/signIn/signIn.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'

/**
 * Whether a user of the table `users` may log in with a password, if they have one. What depends on it asks here: the
 * login, the confirmation by a password, and the mails to those who have forgotten theirs.
 */
export function mayUsePassword(choice: PasswordChoice): Sql {
  return conditions[choice]
}

const conditions: Readonly<Record<PasswordChoice, Sql>> = {
  all: sql`true`,
  local: sql`not exists (select from record.tabularium_identity as identity where identity."user" = users.id)`,
  'break-glass': sql`users.admin and exists (
    select from tabularium.break_glass as kept where kept.user_id = users.id
  )`,
}

/** Lets an administrator log in with a password where nobody else may. */
export function keepPasswordStatement(userId: number): NamedSql {
  return sql`insert into tabularium.break_glass (user_id)
values (${userId}::bigint)
on conflict do nothing`.named('breakGlass.add')
}
