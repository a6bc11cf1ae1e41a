import type { ShownAttributes } from '../../call/scim/ScimCall.ts'
import type { ScimGroupRow, ScimUserRow } from '../../statement/service/scim.ts'
import type { Scim } from './Scim.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0:'
export const userSchema = `${core}User`
export const groupSchema = `${core}Group`
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
/** What every resource shows, whatever was asked for. */
const always = ['schemas', 'id', 'meta']

/** A user as SCIM shows it. */
export function toUserResource(user: ScimUserRow, { base, groups }: Scim): Readonly<Record<string, unknown>> {
  const { id, username, name, email, disabled, externalId, roles } = user
  const known = name ?? username
  return {
    schemas: [userSchema],
    id: String(id),
    ...(externalId === null ? {} : { externalId }),
    userName: username,
    name: { formatted: known },
    displayName: known,
    active: !disabled,
    ...(email === null ? {} : { emails: [{ value: email, type: 'work', primary: true }] }),
    groups: roles.map((role) => ({
      value: String(role.id),
      $ref: `${base}/Groups/${role.id}`,
      display: groups.find((one) => one.role === role.name)?.name,
    })),
    meta: toMeta('User', user, base),
  }
}

/** A group as SCIM shows it. */
export function toGroupResource(group: ScimGroupRow, { base, groups }: Scim): Readonly<Record<string, unknown>> {
  const { id, role, members } = group
  return {
    schemas: [groupSchema],
    id: String(id),
    displayName: groups.find((one) => one.role === role)?.name,
    members: members.map((member) => ({
      value: String(member.id),
      $ref: `${base}/Users/${member.id}`,
      display: member.name,
    })),
    meta: toMeta('Group', group, base),
  }
}

type Dated = Pick<ScimUserRow, 'id' | 'version' | 'createdOn' | 'updatedOn'>

function toMeta(resourceType: 'User' | 'Group', { id, version, createdOn, updatedOn }: Dated, base: string) {
  return {
    resourceType,
    created: createdOn,
    lastModified: updatedOn,
    // The members of a group are no part of its record, so its version does not say when they change.
    ...(resourceType === 'User' ? { version: `W/"${version}"` } : {}),
    location: `${base}/${resourceType}s/${id}`,
  }
}

/** The attributes that a request wants to see. */
export function toShown(
  resource: Readonly<Record<string, unknown>>,
  { only, without }: ShownAttributes,
): Readonly<Record<string, unknown>> {
  const isShown = (name: string) => (only?.includes(name) ?? true) && !without.includes(name)
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => always.includes(name) || isShown(name.toLowerCase())),
  )
}

/** A page of resources. */
export function toList(resources: readonly object[], total: number, startIndex: number) {
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
