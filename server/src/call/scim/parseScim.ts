import { Failure } from '../../failure/failure.ts'
import { takes } from '../parameter/takes.ts'
import { parseIfMatch } from '../parseIfMatch.ts'
import { parseJson } from '../parseJson.ts'
import { isObject } from '../refuseUnknownMembers.ts'
import type { Request } from '../Request.ts'
import type { Sent } from '../Sent.ts'
import { parseFilter } from './parseFilter.ts'
import { parsePatch } from './parsePatch.ts'
import {
  type ScimCreateCall,
  type ScimDeleteCall,
  type ScimDescribeCall,
  scimDescriptions,
  type ScimFindCall,
  type ScimPatchCall,
  type ScimReadCall,
  type ScimReplaceCall,
  type ScimResource,
  scimResources,
  type ShownAttributes,
} from './ScimCall.ts'

/** How many resources a page has if nobody says it. */
const defaultCount = 100

/** Directories send parameters of their own: what is not known is ignored. */
export const scimTakes = takes({ isOpen: true })

/** Parses a question for resources, or for what the service can do. */
export function parseScimFind(request: Request, maxLimit: number): ScimFindCall | ScimDescribeCall {
  const described = findDescription(request)
  if (described) return described
  const resource = requireResource(request)
  const parameters = new URLSearchParams(request.query)
  const count = parseCount(parameters, 'count') ?? defaultCount
  return {
    operation: 'scimFind',
    ...baseOf(request),
    resource,
    filter: parseFilter(parameters.get('filter') ?? undefined, resource),
    startIndex: Math.max(1, parseCount(parameters, 'startIndex') ?? 1),
    count: Math.min(Math.max(0, count), maxLimit),
    shown: parseShown(parameters),
  }
}

/** Parses a read of one resource, or of one part of what the service can do. */
export function parseScimRead(request: Request): ScimReadCall | ScimDescribeCall {
  const described = findDescription(request)
  return described ?? { operation: 'scimRead', ...targetOf(request) }
}

export function parseScimCreate(request: Request): ScimCreateCall {
  const resource = requireResource(request)
  return {
    operation: 'scimCreate',
    ...baseOf(request),
    resource,
    shown: shownOf(request),
    sent: parseResource(request),
  }
}

export function parseScimReplace(request: Request): ScimReplaceCall {
  return { operation: 'scimReplace', ...targetOf(request), ...parseVersion(request), sent: parseResource(request) }
}

export function parseScimPatch(request: Request): ScimPatchCall {
  const target = targetOf(request)
  const changes = parsePatch(parseJson(request.body), target.resource)
  return { operation: 'scimPatch', ...target, ...parseVersion(request), changes }
}

export function parseScimDelete(request: Request): ScimDeleteCall {
  const { resource, id } = targetOf(request)
  return { operation: 'scimDelete', ...baseOf(request), resource, id, ...parseVersion(request) }
}

function findDescription(request: Request): ScimDescribeCall | undefined {
  const resource = scimDescriptions.find((one) => one === request.resource)
  return resource && { operation: 'scimDescribe', ...baseOf(request), resource, id: request.id }
}

function baseOf({ token, requestId }: Request) {
  return { token, requestId, scope: 'scim' } as const
}

function targetOf(request: Request) {
  return { ...baseOf(request), resource: requireResource(request), id: request.id ?? '', shown: shownOf(request) }
}

function requireResource({ resource }: Request): ScimResource {
  const known = scimResources.find((one) => one === resource)
  if (known) return known
  throw new Failure('unknown-path', 'There is no such resource: SCIM has Users and Groups here.')
}

/** `W/"3"`, as answers have it. */
function parseVersion({ ifMatch }: Request): { ifMatch?: number } {
  return parseIfMatch(ifMatch?.replace(/^ *W\//, ''))
}

function parseResource({ body }: Request): Sent {
  const sent = parseJson(body)
  if (isObject(sent)) return sent
  throw new Failure('malformed-json', 'The body must be an object.')
}

function parseCount(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name)
  if (text === null || text === '') return undefined
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new Failure('invalid-parameter', `${name} must be a whole number.`)
}

function shownOf({ query }: Request): ShownAttributes {
  return parseShown(new URLSearchParams(query))
}

function parseShown(parameters: URLSearchParams): ShownAttributes {
  const only = toNames(parameters.get('attributes'))
  return { ...(only.length > 0 ? { only } : {}), without: toNames(parameters.get('excludedAttributes')) }
}

/** The attributes in small letters, each without its schema and its parts. */
function toNames(text: string | null): string[] {
  const names = (text ?? '').split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '').map((name) => name.slice(name.lastIndexOf(':') + 1).split('.')[0] ?? '')
}
