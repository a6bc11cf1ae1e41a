import type { Envelope } from '../../envelope/Envelope.ts'
import type { ScimDescribeCall } from '../../call/scim/ScimCall.ts'
import { noResource } from './refusals.ts'
import { groupSchema, toList, userSchema } from './resources.ts'
import type { Scim } from './Scim.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0:'

/** Says what this service can do by SCIM (RFC 7643, sections 5 to 7). */
export function describeScim({ resource, id }: ScimDescribeCall, scim: Scim, maxLimit: number): Envelope {
  if (resource === 'ServiceProviderConfig') {
    if (id !== undefined) throw noResource(id)
    return { text: JSON.stringify(toConfig(scim, maxLimit)) }
  }
  const all = resource === 'Schemas' ? schemas(scim) : resourceTypes(scim)
  if (id === undefined) return { text: JSON.stringify(toList(all, all.length, 1)) }
  const found = all.find((one) => one.id === id)
  if (!found) throw noResource(id)
  return { text: JSON.stringify(found) }
}

function toConfig({ base }: Scim, maxResults: number) {
  return {
    schemas: [`${core}ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'An API key with the scope scim, as a bearer token.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

function resourceTypes({ base }: Scim) {
  return (['User', 'Group'] as const).map((id) => ({
    schemas: [`${core}ResourceType`],
    id,
    name: id,
    endpoint: `/${id}s`,
    schema: id === 'User' ? userSchema : groupSchema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }))
}

function schemas({ base }: Scim) {
  const toSchema = (id: string, name: string, attributes: readonly object[]) => ({
    schemas: [`${core}Schema`],
    id,
    name,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  })
  return [
    toSchema(userSchema, 'User', [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true, uniqueness: 'server' }),
      attribute('displayName'),
      complex('name', ['formatted', 'familyName', 'givenName']),
      attribute('active', { type: 'boolean' }),
      complex('emails', ['value', 'type', 'primary'], { multiValued: true }),
      complex('groups', ['value', '$ref', 'display'], { multiValued: true, mutability: 'readOnly' }),
    ]),
    toSchema(groupSchema, 'Group', [
      attribute('displayName', { required: true, mutability: 'immutable', uniqueness: 'server' }),
      complex('members', ['value', '$ref', 'display'], { multiValued: true }),
    ]),
  ]
}

function attribute(name: string, more: object = {}) {
  return {
    name,
    type: name === 'primary' ? 'boolean' : name === '$ref' ? 'reference' : 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  }
}

function complex(name: string, parts: readonly string[], more: object = {}) {
  return attribute(name, { type: 'complex', subAttributes: parts.map((part) => attribute(part)), ...more })
}
