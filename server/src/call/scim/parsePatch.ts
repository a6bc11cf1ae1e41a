import { Failure, type ScimType } from '../../failure/failure.ts'
import { isObject } from '../refuseUnknownMembers.ts'
import type { ScimChange, ScimPath, ScimResource } from './ScimCall.ts'

/** The most changes of one request. */
export const maxScimChanges = 1_000

const coreSchema = 'urn:ietf:params:scim:schemas:core:2.0:'

/** Parses the changes of a PATCH. Names may be in any case, and a value without a path has a path for each member. */
export function parsePatch(sent: unknown, resource: ScimResource): ScimChange[] {
  const operations = isObject(sent) ? memberOf(sent, 'operations') : undefined
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalid('Operations must be a list of changes.', 'invalidSyntax')
  if (operations.length > maxScimChanges) throw invalid(`There are more than ${maxScimChanges} Operations.`, 'tooMany')
  return operations.flatMap((one) => parseOperation(one, resource))
}

/** The members of a resource that is sent whole, as changes. */
export function toChanges(sent: Readonly<Record<string, unknown>>, resource: ScimResource): ScimChange[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const path = toScimPath(name, resource)
    return path ? [{ op: 'replace', path, value } as const] : []
  })
}

function parseOperation(one: unknown, resource: ScimResource): ScimChange[] {
  if (!isObject(one)) throw invalid('Each of Operations must be an object.', 'invalidSyntax')
  const op = toOp(memberOf(one, 'op'))
  const [path, value] = [memberOf(one, 'path'), memberOf(one, 'value')]
  if (path !== undefined && path !== null && path !== '') {
    const known = typeof path === 'string' ? toScimPath(path, resource) : undefined
    if (!known)
      throw invalid('A path must be an attribute such as active or emails[type eq "work"].value.', 'invalidPath')
    return [{ op, path: known, value }]
  }
  if (op === 'remove') throw invalid('A removal needs a path.', 'noTarget')
  if (!isObject(value)) throw invalid('A change without a path needs an object as its value.', 'invalidValue')
  return toChanges(value, resource).map(({ path: own, value: given }) => ({ op, path: own, value: given }))
}

function toOp(op: unknown): ScimChange['op'] {
  const known = typeof op === 'string' ? op.toLowerCase() : op
  if (known === 'add' || known === 'replace' || known === 'remove') return known
  throw invalid('op must be add, replace or remove.', 'invalidSyntax')
}

/** A path in small letters, with what a filter compares as it was sent; undefined for a text that is none. */
export function toScimPath(text: string, resource: ScimResource): ScimPath | undefined {
  const schema = `${coreSchema}${resource === 'Users' ? 'User' : 'Group'}:`
  const isCore = text.toLowerCase().startsWith(schema.toLowerCase())
  const own = isCore ? text.slice(schema.length) : text
  // An attribute of an extension is known by its schema.
  if (own.toLowerCase().startsWith('urn:')) return { attribute: own.toLowerCase() }
  const [, attribute, filter, sub] = /^([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([\w$-]+))?$/i.exec(own) ?? []
  if (attribute === undefined) return undefined
  return {
    attribute: attribute.toLowerCase(),
    ...(filter === undefined ? {} : { filter: filter.trim() }),
    ...(sub === undefined ? {} : { sub: sub.toLowerCase() }),
  }
}

/** A member of an object, whatever the case of its name is. */
function memberOf(sent: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.entries(sent).find(([own]) => own.toLowerCase() === name)?.[1]
}

function invalid(message: string, scimType: ScimType): Failure {
  return new Failure('invalid-record', message, { errors: {}, scimType })
}
