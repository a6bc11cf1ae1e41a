import { Failure } from '../../../failure/failure.ts'
import { factorModel, keyModel, roleModel, ruleModel, userModel } from '../../../model/builtIn/names.ts'
import type { Model } from '../../../model/Model.ts'
import { covers, type SameField } from '../../../permission/covers.ts'
import type { Rule } from '../../../permission/Rule.ts'
import { knownUserFields, userFieldsIn } from '../../../permission/userFields.ts'
import { rightsOfKeysStatement } from '../../../statement/authorization/keyRights.ts'
import {
  rightsOfUsersStatement,
  rulesOfRoleIdsStatement,
  rulesStatement,
} from '../../../statement/authorization/rights.ts'
import { foreignFactorsStatement } from '../../../statement/service/factors.ts'
import { holdersOfRulesStatement, userValuesStatement } from '../../../statement/service/users.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

interface Holder {
  readonly userId: number
  readonly isAdmin: boolean
  readonly rules: readonly Rule[]
}

/**
 * Rejects a transaction that grants more rights than the caller has. Checks the written users and keys as they are now,
 * and the written rules.
 */
export async function refuseWiderGrants(rules: readonly Rule[], tx: WriteTransaction): Promise<void> {
  const { writtenRecords, authorization } = tx
  const users = await loadRights(writtenRecords.idsOf(userModel), rightsOfUsersStatement, tx)
  const keys = await loadRights(writtenRecords.idsOf(keyModel), rightsOfKeysStatement, tx)
  // The holder of a key acts as its user.
  if (keys.some((key) => key.userId !== authorization.userId)) throw exceedsRights()
  await refuseStronger([...users, ...keys], tx)
  await refuseStronger(await findHolders(rules, tx), tx)
}

/**
 * Rejects writes to users who may do more than the caller, and to the roles and rules that allow it. Otherwise the
 * caller could take over such a user, or weaken them first.
 */
export async function refuseStrongerUsers(
  { name }: Model,
  ids: readonly number[],
  tx: WriteTransaction,
): Promise<void> {
  if (tx.authorization.rights.isAdmin) return
  if (name === factorModel) await refuseFactorsOfOthers(ids, tx)
  if (name === userModel) await refuseStronger(await loadRights(ids, rightsOfUsersStatement, tx), tx)
  if (name === roleModel) refuseUncovered(await loadRules(rulesOfRoleIdsStatement(ids), tx), tx)
  if (name === ruleModel) refuseUncovered(await loadRules(rulesStatement(ids), tx), tx)
}

/** Without a factor a password is enough: nobody but an administrator takes it from somebody else. */
async function refuseFactorsOfOthers(
  ids: readonly number[],
  { transaction, authorization }: WriteTransaction,
): Promise<void> {
  const foreign = await transaction.run(foreignFactorsStatement(ids, authorization.userId))
  if (foreign.length > 0) throw exceedsRights()
}

/**
 * Returns the fields of the caller's own user that rules refer to, as they were before the transaction. Otherwise a
 * caller could first set their own region to another one, and then grant it. This is read in time because users are
 * checked before they are changed.
 */
async function callerValues(tx: WriteTransaction): Promise<ReadonlyMap<string, string>> {
  const { writtenRecords, authorization } = tx
  writtenRecords.caller ??=
    (await loadValues([authorization.userId ?? 0], tx)).get(authorization.userId ?? 0) ?? new Map()
  return writtenRecords.caller
}

function refuseUncovered(rules: readonly Rule[], { authorization, services }: WriteTransaction): void {
  if (!rules.every((rule) => covers(authorization.rights.rules, rule, services.models))) throw exceedsRights()
}

async function refuseStronger(holders: readonly Holder[], tx: WriteTransaction): Promise<void> {
  const { rights } = tx.authorization
  const ids = holders.map(({ userId }) => userId)
  const values = await loadValues(ids, tx)
  const own = await callerValues(tx)
  const isStronger = ({ isAdmin, userId, rules }: Holder) =>
    isAdmin || !rules.every((rule) => covers(rights.rules, rule, tx.services.models, toSame(own, values.get(userId))))
  if (holders.some(isStronger)) throw exceedsRights()
}

/** A user without a value for the field never meets the rule's condition, so the rule grants them nothing. */
function toSame(own: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string> = own): SameField {
  return (name) => [undefined, own.get(name)].includes(theirs.get(name))
}

/** Loads, by user, the fields that the caller's own rules refer to: rules about other fields cannot be granted. */
async function loadValues(
  userIds: readonly number[],
  { transaction, services, authorization }: WriteTransaction,
): Promise<Map<number, Map<string, string>>> {
  const known = knownUserFields(authorization.rights.rules, services.models)
  if (known.size === 0 || userIds.length === 0) return new Map()
  const names = [...known.keys()]
  const rows = await transaction.run(userValuesStatement(services.models, userIds, [...known.values()]))
  return new Map(
    rows.map(([id, ...values]) => [
      Number(id),
      new Map(names.flatMap((name, index) => (values[index] ? [[name, values[index]] as const] : []))),
    ]),
  )
}

/**
 * Returns the users whose roles have the written rules. For rules that do not refer to the user, one entry without a
 * user is enough.
 */
async function findHolders(rules: readonly Rule[], tx: WriteTransaction): Promise<Holder[]> {
  const personal = rules.filter((rule) => userFieldsIn([rule]).size > 0)
  const ids = personal.flatMap(({ id }) => id ?? [])
  const rows = ids.length > 0 ? await tx.transaction.run(holdersOfRulesStatement(ids)) : []
  const holders = rows.map(([id]) => ({ userId: Number(id), isAdmin: false, rules: personal }))
  return [...holders, { userId: 0, isAdmin: false, rules }]
}

async function loadRules(
  statement: ReturnType<typeof rulesStatement>,
  { transaction }: WriteTransaction,
): Promise<Rule[]> {
  const [row] = await transaction.run(statement)
  return JSON.parse(`[${row?.[0] ?? ''}]`)
}

/** Loads the current rights of users or keys. */
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

function exceedsRights(): Failure {
  return new Failure(
    'not-permitted',
    'You cannot grant more rights than you have, nor change what grants more: ' +
      'this concerns an administrator, a role, a rule or a user beyond your own rights.',
  )
}
