import { type ExecutionServices } from '../../execute/ExecutionServices.ts'
import { inTransaction, writeOne, type WriteResult } from '../../execute/inTransaction.ts'
import type { WriteTransaction } from '../../execute/write/WriteTransaction.ts'
import { Failure } from '../../failure/failure.ts'
import { identityModel, userModel } from '../../model/builtIn/names.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import { planCreate } from '../../plan/create.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import { planUpdate } from '../../plan/update.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import {
  freeUsernameStatement,
  lockHolderStatement,
  lockMadeStatement,
  lockUserStatement,
  roleIdsStatement,
  rolesOfUserStatement,
  type Subject,
} from '../../statement/service/identities.ts'
import type { Proof, WantedRoles } from './findPerson.ts'

/** A person at a provider, and the login that writes. */
export interface Person extends Subject {
  readonly provider: string
  readonly requestId: string
}

/** Who writes: the user, if there is one already. The request id says that a provider's login wrote it. */
function contextOf(
  { provider, requestId }: Person,
  userId: number | null,
  { models }: ExecutionServices,
): WriteContext {
  const authorization = { ...serviceAuthorization(models), userId }
  return { authorization, requestId: `oidc-${provider}-${requestId}`, dryRun: false }
}

const nothing: WriteResult = { data: '' }

/** Ties a person to a user, if what made it sure is so still. */
export async function tie(person: Person, userId: number, by: Proof, services: ExecutionServices): Promise<void> {
  const context = contextOf(person, userId, services)
  const { provider, issuer, subject } = person
  const locking = 'email' in by ? lockHolderStatement(userId, by.email) : lockMadeStatement(userId, by.externalId)
  await inTransaction(context, services, async (tx) => {
    const locked = await tx.transaction.run(locking)
    if (locked.length === 0) return nothing
    const sent = { user: { id: userId }, provider, issuer, subject }
    await writeIdentity(sent, context, tx, services)
    return nothing
  }).catch(ignoreTaken)
}

/** A user to create. */
export interface NewPerson {
  readonly usernames: readonly string[]
  readonly name: string | null
  readonly email: string
  /** When the address was verified: now. */
  readonly verifiedOn: string
  readonly roles: readonly string[]
}

/** Creates a user with the tie, all or nothing. */
export async function createPerson(person: Person, made: NewPerson, services: ExecutionServices): Promise<void> {
  const context = contextOf(person, null, services)
  const { provider, issuer, subject } = person
  const { models } = services
  await inTransaction(context, services, async (tx) => {
    const [free] = await tx.transaction.run(freeUsernameStatement(made.usernames))
    const roles = await findRoles(made.roles, tx.transaction)
    const { name, email, verifiedOn: emailVerifiedOn } = made
    const sent = { username: free?.[0], name, email, emailVerifiedOn, roles: [...roles.values()].map((id) => ({ id })) }
    const { id } = await writeOne(planCreate(sent, models.get(userModel), models, context), tx)
    const identity = { user: { id }, provider, issuer, subject }
    await writeIdentity(identity, context, tx, services)
    return nothing
  }).catch(ignoreTaken)
}

/** Writes a tie. Nobody has the right to: the service alone does it. */
async function writeIdentity(
  sent: object,
  context: WriteContext,
  tx: WriteTransaction,
  { models }: ExecutionServices,
): Promise<void> {
  const plan = planCreate({ ...sent }, models.get(identityModel), models, context)
  await tx.cascadeWrites([{ plan, path: '' }])
}

/** What the roles of a user have become. */
export interface GivenRoles {
  /** Of the roles that the provider gives, those that the user has now. */
  readonly held: readonly string[]
  readonly admin: boolean
  readonly given: readonly string[]
  readonly taken: readonly string[]
}

/** Gives and takes the roles that the provider gives; others stay. Nothing is written if nothing differs. */
export async function giveRoles(
  person: Person,
  userId: number,
  { mapped, wanted, admin }: WantedRoles,
  services: ExecutionServices,
): Promise<GivenRoles | undefined> {
  const context = contextOf(person, userId, services)
  const { models } = services
  let result: GivenRoles | undefined
  await inTransaction(context, services, async (tx) => {
    await tx.transaction.run(lockUserStatement(userId))
    const [row] = await tx.transaction.run(rolesOfUserStatement(userId))
    if (!row) return nothing
    const [version, isAdmin, rolesJson] = row
    const before: readonly { id: number; name: string }[] = JSON.parse(rolesJson ?? '[]')
    const known = await findRoles(mapped, tx.transaction)
    const kept = before.filter(({ name }) => !mapped.includes(name))
    const held = wanted.filter((name) => known.has(name))
    const had = before.filter(({ name }) => mapped.includes(name)).map(({ name }) => name)
    const after = [...kept.map(({ id }) => id), ...held.flatMap((name) => known.get(name) ?? [])]
    const [given, taken] = [held.filter((name) => !had.includes(name)), had.filter((name) => !held.includes(name))]
    const changes = {
      ...(given.length + taken.length > 0 ? { roles: after.map((id) => ({ id })) } : {}),
      ...(admin !== null && admin !== (isAdmin === 't') ? { admin } : {}),
    }
    result = { held, admin: admin ?? isAdmin === 't', given, taken }
    if (Object.keys(changes).length === 0) return nothing
    const target = { id: userId, onConflict: 'refuse' } as const
    const sent = { version: Number(version), ...changes }
    await writeOne(planUpdate(sent, target, models.get(userModel), models, context), tx)
    return nothing
  })
  return result
}

async function findRoles(names: readonly string[], transaction: Transaction): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const rows = await transaction.run(roleIdsStatement(names))
  return new Map(rows.map(([name, id]) => [name ?? '', Number(id)]))
}

/** Another login of the same person, or a user of the same name, was there first: who it is is asked again. */
function ignoreTaken(error: unknown): void {
  if (!(error instanceof Failure) || error.code !== 'not-unique') throw error
}
