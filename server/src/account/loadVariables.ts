import type { Models } from '../model/Models.ts'
import type { Rights } from '../permission/Rights.ts'
import { knownUserFields } from '../permission/userFields.ts'
import type { Database } from '../postgres/Database.ts'
import { userValuesStatement } from '../statement/service/users.ts'

/** The values of the variables in a user's rules, by their names without `$user.`; undefined if there are none. */
export async function loadVariables(
  userId: number,
  { rules, isAdmin }: Rights,
  { database, models }: { readonly database: Database; readonly models: Models },
): Promise<Record<string, unknown> | undefined> {
  const known = knownUserFields(rules, models)
  if (isAdmin || known.size === 0) return undefined
  const [row] = await database.run(userValuesStatement(models, [userId], [...known.values()]), 'read')
  return Object.fromEntries([...known.keys()].map((name, index) => [name, JSON.parse(row?.[index + 1] ?? 'null')]))
}
