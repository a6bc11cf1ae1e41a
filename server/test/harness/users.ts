import { admin } from './client.ts'
import type { TestDatabase } from './database.ts'

/** Adds a user with SQL, with the password that all users have here, and keeps the count of users correct. */
export async function addUser(
  database: TestDatabase,
  username: string,
  { isAdmin = false, withPassword = true } = {},
): Promise<number> {
  const [added] = await database.query<{ id: string }>(
    `with added as (
      insert into record.tabularium_user (id, version, created_on, updated_on, username, name, password, admin)
      select nextval('record.tabularium_user_ids'), 0, now(), now(), $1, 'Somebody', case when $2
        then users.password end, $3
      from record.tabularium_user as users where users.username = $4
      returning id
    ), counted as (
      insert into tabularium.count_deltas (model, block, change)
      select models.number, added.id >> 10, 1 from added join tabularium.models on models.name = 'tabularium.User'
    )
    select added.id from added`,
    [username, withPassword, isAdmin, admin.username],
  )
  if (!added) throw new Error(`${admin.username}, whose password ${username} should get, is not there.`)
  return Number(added.id)
}
