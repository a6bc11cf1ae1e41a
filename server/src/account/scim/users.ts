import type { Envelope } from '../../envelope/Envelope.ts'
import { writeOne } from '../../execute/inTransaction.ts'
import type { WriteTransaction } from '../../execute/write/WriteTransaction.ts'
import type {
  ScimCreateCall,
  ScimDeleteCall,
  ScimFindCall,
  ScimPatchCall,
  ScimReadCall,
  ScimReplaceCall,
  ScimTest,
  ShownAttributes,
} from '../../call/scim/ScimCall.ts'
import { toChanges } from '../../call/scim/parsePatch.ts'
import { requireValue } from '../../failure/invariant.ts'
import { identityModel, userModel } from '../../model/builtIn/names.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import { planCreate } from '../../plan/create.ts'
import { planUpdate } from '../../plan/update.ts'
import { foldUsername } from '../../session/username.ts'
import {
  countScimUsersStatement,
  identitiesOfStatement,
  lockScimUserStatement,
  parseScimRows,
  rolesOfUsersStatement,
  type ScimUserRow,
  type ScimUserTests,
  scimUsersStatement,
} from '../../statement/service/scim.ts'
import { hasChanged, invalidValue, noResource, toId } from './refusals.ts'
import { toList, toShown, toUserResource } from './resources.ts'
import type { Scim } from './Scim.ts'
import { type Directory, type ScimServices, writeForDirectory } from './ScimServices.ts'
import { toUserValues, type UserValues } from './toUserValues.ts'

/** A page of the users whom the directory manages. */
export async function findUsers(call: ScimFindCall, services: ScimServices): Promise<Envelope> {
  const { startIndex, count, shown } = call
  const { database, scim } = services
  const tests = call.filter.map(toTest)
  const isPossible = tests.every((test) => test !== undefined)
  const [total] = isPossible ? await database.run(countScimUsersStatement(tests), 'read') : []
  const page = { limit: count, offset: startIndex - 1 }
  const isAsked = isPossible && count > 0
  const rows = isAsked ? await database.run(scimUsersStatement(tests, rolesOf(scim), page), 'read') : []
  const users = parseScimRows<ScimUserRow>(rows).map((user) => toShown(toUserResource(user, scim), shown))
  return { text: JSON.stringify(toList(users, Number(total?.[0] ?? 0), startIndex)) }
}

export async function readUser({ id, shown }: ScimReadCall, { database, scim }: ScimServices): Promise<Envelope> {
  const known = toId(id)
  const rows = known === undefined ? [] : await database.run(oneUser(known, scim), 'read')
  const [user] = parseScimRows<ScimUserRow>(rows)
  if (!user) throw noResource(id)
  return toEnvelope(user, shown, scim)
}

/** Creates a user. One who is there already under this name is not taken over: an administrator hands them over. */
export async function createUser(
  call: ScimCreateCall,
  directory: Directory,
  services: ScimServices,
): Promise<Envelope> {
  const { models, scim } = services
  const values = toUserValues(toChanges(call.sent, 'Users'), undefined, true)
  if (values.username === undefined) throw invalidValue('userName', 'is required')
  const user = await writeForDirectory(directory, call.requestId, services, async (tx, context) => {
    const sent = { ...toFields(values, undefined, services), provisioned: true }
    const { id } = await writeOne(planCreate(sent, models.get(userModel), models, context), tx)
    return readLocked(id, tx, scim)
  })
  return { ...toEnvelope(user, call.shown, scim), created: `${scim.base}/Users/${user.id}` }
}

/** Changes a user by the changes of a PATCH, or by a whole resource, which keeps what it leaves out. */
export function changeUser(
  call: ScimPatchCall | ScimReplaceCall,
  directory: Directory,
  services: ScimServices,
): Promise<Envelope> {
  const isWhole = call.operation === 'scimReplace'
  const changes = isWhole ? toChanges(call.sent, 'Users') : call.changes
  const values = toUserValues(changes, call.id, isWhole)
  if (isWhole && values.username === undefined) throw invalidValue('userName', 'is required')
  return writeUser(call, directory, services, async (user, tx, context) => {
    await update(user, toFields(values, user, services), tx, context, services)
  })
}

/**
 * Ends what a user may do, for good: the record stays, since histories name it, under another username, so that
 * somebody else of that name is another user.
 */
export async function removeUser(
  call: ScimDeleteCall,
  directory: Directory,
  services: ScimServices,
): Promise<Envelope> {
  const shown = { without: [] }
  await writeUser({ ...call, shown }, directory, services, async (user, tx, context) => {
    const identities = await tx.transaction.run(identitiesOfStatement(user.id))
    const targets = identities.map(([id]) => ({ id: Number(id), version: null, path: '' }))
    if (targets.length > 0) await tx.cascadeDeletes(services.models.get(identityModel), targets, context)
    const [row] = await tx.transaction.run(rolesOfUsersStatement([user.id]))
    const given = user.roles.map(({ id }) => id)
    const kept = (JSON.parse(row?.[2] ?? '[]') as number[]).filter((id) => !given.includes(id))
    const freed = {
      username: `deleted-${user.id}-${user.username}`.slice(0, 100),
      externalId: null,
      provisioned: false,
    }
    const fields = { ...freed, disabled: true, ...(given.length > 0 ? { roles: kept.map((id) => ({ id })) } : {}) }
    await update(user, fields, tx, context, services)
  })
  return { text: '' }
}

/** Writes a user whom the directory manages, who is locked meanwhile. */
async function writeUser(
  call: Pick<ScimPatchCall, 'id' | 'requestId' | 'shown' | 'ifMatch'>,
  directory: Directory,
  services: ScimServices,
  work: (user: ScimUserRow, tx: WriteTransaction, context: WriteContext) => Promise<void>,
): Promise<Envelope> {
  const { scim } = services
  const id = toId(call.id)
  if (id === undefined) throw noResource(call.id)
  const user = await writeForDirectory(directory, call.requestId, services, async (tx, context) => {
    const [locked] = await tx.transaction.run(lockScimUserStatement(id))
    if (!locked) throw noResource(call.id)
    const before = await readLocked(id, tx, scim)
    if (call.ifMatch !== undefined && call.ifMatch !== before.version) throw hasChanged()
    await work(before, tx, context)
    const [after = before] = parseScimRows<ScimUserRow>(await tx.transaction.run(oneUser(id, scim)))
    return after
  })
  return toEnvelope(user, call.shown, scim)
}

async function readLocked(id: number, { transaction }: WriteTransaction, scim: Scim): Promise<ScimUserRow> {
  const [user] = parseScimRows<ScimUserRow>(await transaction.run(oneUser(id, scim)))
  return requireValue(user, 'A user of SCIM')
}

/** Writes what differs; nothing if nothing does. */
async function update(
  { id, version }: ScimUserRow,
  fields: object,
  tx: WriteTransaction,
  context: WriteContext,
  { models }: ScimServices,
): Promise<void> {
  if (Object.keys(fields).length === 0) return
  const target = { id, onConflict: 'refuse' } as const
  await writeOne(planUpdate({ version, ...fields }, target, models.get(userModel), models, context), tx)
}

/** The fields of a user that differ. The directory is the authority for the address: it is verified now. */
function toFields(values: UserValues, user: ScimUserRow | undefined, { now }: ScimServices): object {
  const { email } = values
  const tidied = email?.trim().toLowerCase()
  const isVerified = email !== undefined && email !== null && (tidied !== user?.email || !user?.isVerified)
  const wanted = { ...values, ...(values.username === undefined ? {} : { username: foldUsername(values.username) }) }
  const before: Readonly<Record<string, unknown>> = { ...user }
  const changed = Object.entries(wanted).filter(([name, value]) => {
    return !user || (name === 'email' ? (tidied ?? null) : value) !== before[name]
  })
  const fields = Object.fromEntries(changed)
  return isVerified ? { ...fields, email, emailVerifiedOn: new Date(now()).toISOString() } : fields
}

/** How a comparison finds users; undefined if it finds none. */
function toTest({ attribute, value }: ScimTest): ScimUserTests | undefined {
  if (attribute === 'username') return { username: foldUsername(value) }
  if (attribute === 'externalid') return { externalId: value }
  if (attribute === 'emails') return { email: value.trim().toLowerCase() }
  if (attribute === 'displayname') return { name: value }
  const id = toId(value)
  return id === undefined ? undefined : { id }
}

function oneUser(id: number, scim: Scim) {
  return scimUsersStatement([{ id }], rolesOf(scim), { limit: 1, offset: 0 })
}

function rolesOf({ groups }: Scim): string[] {
  return groups.map(({ role }) => role)
}

function toEnvelope(user: ScimUserRow, shown: ShownAttributes, scim: Scim): Envelope {
  return { text: JSON.stringify(toShown(toUserResource(user, scim), shown)), version: user.version }
}
