import { Failure } from '../../failure.ts'
import { keyModel, roleModel, ruleModel, userModel } from '../../model/builtIn/names.ts'
import type { Model } from '../../model/Model.ts'
import { covers, type SameField } from '../../permission/covers.ts'
import type { Rule } from '../../permission/Rule.ts'
import { knownUserFields, userFieldsIn } from '../../permission/userFields.ts'
import {
  rightsOfKeysStatement,
  rightsOfUsersStatement,
  rulesOfRoleIdsStatement,
  rulesStatement,
} from '../../statement/part/rights.ts'
import { holdersOfRulesStatement, userValuesStatement } from '../../statement/service/users.ts'
import type { WriteTransaction } from './WriteTransaction.ts'

interface Holder {
  readonly userId: number
  readonly isAdmin: boolean
  readonly rules: readonly Rule[]
}

/**
 * Refuses a write transaction that gives anybody more than the caller holds: users and keys as they are now, and the rules that were
 * written.
 */
export async function refuseWiderGrants(rules: readonly Rule[], tx: WriteTransaction): Promise<void> {
  const { writtenRecords, authorization } = tx
  const users = await loadRights(writtenRecords.idsOf(userModel), rightsOfUsersStatement, tx)
  const keys = await loadRights(writtenRecords.idsOf(keyModel), rightsOfKeysStatement, tx)
  // Who has the key of somebody is that person.
  if (keys.some((key) => key.userId !== authorization.userId)) throw tooMuch()
  await refuseMore([...users, ...keys], tx)
  await refuseMore(await findHolders(rules, tx), tx)
}

/**
 * Who may do more than the caller is not touched by them, nor is what allows it: neither to take their place nor to
 * weaken them first.
 */
export async function refuseStrongerUsers(
  { name }: Model,
  ids: readonly number[],
  tx: WriteTransaction,
): Promise<void> {
  if (tx.authorization.rights.isAdmin) return
  if (name === userModel) await refuseMore(await loadRights(ids, rightsOfUsersStatement, tx), tx)
  if (name === roleModel) refuseUncovered(await readRules(rulesOfRoleIdsStatement(ids), tx), tx)
  if (name === ruleModel) refuseUncovered(await readRules(rulesStatement(ids), tx), tx)
}

/**
 * What rules ask of the caller's own user, as it was before the write transaction: else somebody would take the region of others
 * first, and then give it away. Whoever is to be changed is looked at before, so that this is read in time.
 */
async function rememberCaller(tx: WriteTransaction): Promise<ReadonlyMap<string, string>> {
  const { writtenRecords, authorization } = tx
  writtenRecords.caller ??=
    (await readValues([authorization.userId ?? 0], tx)).get(authorization.userId ?? 0) ?? new Map()
  return writtenRecords.caller
}

function refuseUncovered(rules: readonly Rule[], { authorization }: WriteTransaction): void {
  if (!rules.every((rule) => covers(authorization.rights.rules, rule))) throw tooMuch()
}

async function refuseMore(holders: readonly Holder[], tx: WriteTransaction): Promise<void> {
  const { rights } = tx.authorization
  const ids = holders.map(({ userId }) => userId)
  const values = await readValues(ids, tx)
  const own = await rememberCaller(tx)
  const isMore = ({ isAdmin, userId, rules }: Holder) =>
    isAdmin || !rules.every((rule) => covers(rights.rules, rule, toSame(own, values.get(userId))))
  if (holders.some(isMore)) throw tooMuch()
}

/** Users who have no value for what a rule asks for meet it nowhere, so that nothing is given to them. */
function toSame(own: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string> = own): SameField {
  return (name) => [undefined, own.get(name)].includes(theirs.get(name))
}

/** What the caller's own rules ask of a user, by user: no other rule with a condition on it can be given away. */
async function readValues(
  userIds: readonly number[],
  { transaction, services, authorization }: WriteTransaction,
): Promise<Map<number, Map<string, string>>> {
  const names = knownUserFields(authorization.rights.rules, services.models)
  if (names.length === 0 || userIds.length === 0) return new Map()
  const rows = await transaction.run(userValuesStatement(services.models.get(userModel), userIds, names))
  return new Map(
    rows.map(([id, ...values]) => [
      Number(id),
      new Map(names.flatMap((name, index) => (values[index] ? [[name, values[index]] as const] : []))),
    ]),
  )
}

/**
 * Who gets rules that were written: the users with their roles. Where rules ask nothing of a user it does not matter
 * who.
 */
async function findHolders(rules: readonly Rule[], tx: WriteTransaction): Promise<Holder[]> {
  const personal = rules.filter((rule) => userFieldsIn([rule]).size > 0)
  const ids = personal.flatMap(({ id }) => id ?? [])
  const rows = ids.length > 0 ? await tx.transaction.run(holdersOfRulesStatement(ids)) : []
  const holders = rows.map(([id]) => ({ userId: Number(id), isAdmin: false, rules: personal }))
  return [...holders, { userId: 0, isAdmin: false, rules }]
}

async function readRules(
  statement: ReturnType<typeof rulesStatement>,
  { transaction }: WriteTransaction,
): Promise<Rule[]> {
  const [row] = await transaction.run(statement)
  return JSON.parse(`[${row?.[0] ?? ''}]`)
}

/** What some users or keys may do now. */
async function loadRights(
  ids: readonly number[],
  toStatement: typeof rightsOfUsersStatement,
  { transaction }: WriteTransaction,
): Promise<Holder[]> {
  const rows = ids.length > 0 ? await transaction.run(toStatement(ids)) : []
  return rows.map(([id, admin, text]) => ({
    userId: Number(id),
    isAdmin: admin === 't',
    rules: JSON.parse(`[${text ?? ''}]`),
  }))
}

function tooMuch(): Failure {
  return new Failure(
    'not-permitted',
    'Nobody can give away more than they hold, nor change what allows more: ' +
      'this concerns an administrator, a role, a rule or a user beyond your own rights.',
  )
}
