import type { Envelope } from '../../envelope/Envelope.ts'
import type { WriteTransaction } from '../../execute/write/WriteTransaction.ts'
import type {
  ScimChange,
  ScimCreateCall,
  ScimDeleteCall,
  ScimFindCall,
  ScimPatchCall,
  ScimReadCall,
  ScimReplaceCall,
  ShownAttributes,
} from '../../call/scim/ScimCall.ts'
import { toChanges } from '../../call/scim/parsePatch.ts'
import { Failure } from '../../failure/failure.ts'
import { userModel } from '../../model/builtIn/names.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import { planUpdate } from '../../plan/update.ts'
import {
  lockMembersStatement,
  parseScimRows,
  rolesOfUsersStatement,
  type ScimGroupRow,
  scimGroupsStatement,
} from '../../statement/service/scim.ts'
import { hasChanged, noResource } from './refusals.ts'
import { toGroupResource, toList, toShown } from './resources.ts'
import type { MappedGroup, Scim } from './Scim.ts'
import { type Directory, type ScimServices, writeForDirectory } from './ScimServices.ts'
import { type MemberChange, noMember, toMemberChange } from './toMemberChange.ts'

/** A page of the declared groups: there are few, so the filter is applied here. */
export async function findGroups(call: ScimFindCall, { database, scim }: ScimServices): Promise<Envelope> {
  const { filter, startIndex, count, shown } = call
  const named = scim.groups.filter(({ name }) =>
    filter.every(({ attribute, value }) => attribute !== 'displayname' || isSame(name, value)),
  )
  const reading = scimGroupsStatement(rolesOf(named), showsMembers(shown) && count > 0)
  const rows = named.length === 0 ? [] : await database.run(reading, 'read')
  const all = parseScimRows<ScimGroupRow>(rows).filter(({ id }) =>
    filter.every(({ attribute, value }) => attribute !== 'id' || value === String(id)),
  )
  const page = all.slice(startIndex - 1, startIndex - 1 + count)
  const resources = page.map((group) => toShown(toGroupResource(group, scim), shown))
  return { text: JSON.stringify(toList(resources, all.length, startIndex)) }
}

export async function readGroup({ id, shown }: ScimReadCall, services: ScimServices): Promise<Envelope> {
  const { database, scim } = services
  const rows = await database.run(scimGroupsStatement(rolesOf(scim.groups), showsMembers(shown)), 'read')
  return toEnvelope(requireGroup(id, rows), shown, scim)
}

/** A declared group is there already: so the directory finds out its id, and its members come in. Others: 403. */
export async function createGroup(
  call: ScimCreateCall,
  directory: Directory,
  services: ScimServices,
): Promise<Envelope> {
  const { scim, database } = services
  const changes = toChanges(call.sent, 'Groups')
  const wanted = changes.find(({ path }) => path.attribute === 'displayname')?.value
  const group = scim.groups.find(({ name }) => typeof wanted === 'string' && isSame(name, wanted))
  const [found] = group ? await database.run(scimGroupsStatement([group.role], false), 'read') : []
  if (!found) throw notDeclared()
  const { id } = requireGroup(undefined, [found])
  // What is new comes in. Who is there already is not sent away by a name alone.
  const adding = changes
    .filter(({ path, value }) => path.attribute !== 'members' || !Array.isArray(value) || value.length > 0)
    .map((change): ScimChange => ({ ...change, op: 'add' }))
  const envelope = await writeGroup({ ...call, id: String(id) }, adding, directory, services)
  return { ...envelope, created: `${scim.base}/Groups/${id}` }
}

/** Changes the members of a group by the changes of a PATCH, or by a whole resource. */
export function changeGroup(
  call: ScimPatchCall | ScimReplaceCall,
  directory: Directory,
  services: ScimServices,
): Promise<Envelope> {
  if (call.ifMatch !== undefined) throw hasChanged()
  const changes = call.operation === 'scimReplace' ? toChanges(call.sent, 'Groups') : call.changes
  return writeGroup(call, changes, directory, services)
}

/** The members leave. The role stays: a file declares it. */
export async function removeGroup(
  call: ScimDeleteCall,
  directory: Directory,
  services: ScimServices,
): Promise<Envelope> {
  const all = { op: 'replace', path: { attribute: 'members' }, value: [] } as const
  await writeGroup({ ...call, shown: { without: ['members'] } }, [all], directory, services)
  return { text: '' }
}

async function writeGroup(
  { id, requestId, shown }: Pick<ScimPatchCall, 'id' | 'requestId' | 'shown'>,
  changes: readonly ScimChange[],
  directory: Directory,
  services: ScimServices,
): Promise<Envelope> {
  const { scim, log } = services
  const read = (withMembers: boolean) => scimGroupsStatement(rolesOf(scim.groups), withMembers)
  const { group, given, taken } = await writeForDirectory(directory, requestId, services, async (tx, context) => {
    const known = requireGroup(id, await tx.transaction.run(read(false)))
    const change = toMemberChange(changes, { id, name: nameOf(known, scim.groups) })
    const counts = await writeMembers(known.id, change, tx, context, services)
    return { ...counts, group: requireGroup(id, await tx.transaction.run(read(showsMembers(shown)))) }
  })
  if (given + taken > 0) log.info({ role: group.role, given, taken, via: 'scim' }, 'roles given')
  return toEnvelope(group, shown, scim)
}

/** Gives and takes a role. Users who are locked in the order of all writes keep their other roles. */
async function writeMembers(
  role: number,
  { isWhole, added, removed }: MemberChange,
  tx: WriteTransaction,
  context: WriteContext,
  { models }: ScimServices,
): Promise<{ given: number; taken: number }> {
  const named = [...added, ...removed]
  if (named.length === 0 && !isWhole) return { given: 0, taken: 0 }
  const locked = await tx.transaction.run(lockMembersStatement(named, role, isWhole))
  const ids = locked.map(([id]) => Number(id))
  if (![...added].every((id) => ids.includes(id))) throw noMember()
  const users = (await tx.transaction.run(rolesOfUsersStatement(ids))).map(([id, version, roles]) => ({
    id: Number(id),
    version: Number(version),
    roles: JSON.parse(roles ?? '[]') as number[],
  }))
  const given = users.filter(({ id, roles }) => added.has(id) && !roles.includes(role))
  const leaves = (id: number) => removed.has(id) || (isWhole && !added.has(id))
  const taken = users.filter(({ id, roles }) => leaves(id) && roles.includes(role))
  const toPlan = ({ id, version, roles }: (typeof users)[number]) => {
    const after = roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role]
    const sent = { version, roles: after.map((one) => ({ id: one })) }
    return planUpdate(sent, { id, onConflict: 'refuse' }, models.get(userModel), models, context)
  }
  const plans = [...given, ...taken].sort((one, other) => one.id - other.id).map(toPlan)
  if (plans.length > 0) await tx.write(plans.map((plan) => ({ plan, path: '' })))
  return { given: given.length, taken: taken.length }
}

/** The group with this id, or the only one. */
function requireGroup(id: string | undefined, rows: readonly (readonly (string | null)[])[]): ScimGroupRow {
  const group = parseScimRows<ScimGroupRow>(rows).find((one) => id === undefined || String(one.id) === id)
  if (group) return group
  throw noResource(id ?? '')
}

function nameOf({ role }: ScimGroupRow, groups: readonly MappedGroup[]): string {
  return groups.find((one) => one.role === role)?.name ?? ''
}

function rolesOf(groups: readonly MappedGroup[]): string[] {
  return groups.map(({ role }) => role)
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

function showsMembers({ only, without }: ShownAttributes): boolean {
  return (only?.includes('members') ?? true) && !without.includes('members')
}

function notDeclared(): Failure {
  return new Failure(
    'not-permitted',
    'Groups are those that signIn({ scim: { groups } }) gives a role: declare this one.',
  )
}

function toEnvelope(group: ScimGroupRow, shown: ShownAttributes, scim: Scim): Envelope {
  return { text: JSON.stringify(toShown(toGroupResource(group, scim), shown)) }
}
