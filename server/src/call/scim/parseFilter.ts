import { Failure } from '../../failure/failure.ts'
import { toScimPath } from './parsePatch.ts'
import type { FilteredAttribute, ScimResource, ScimTest } from './ScimCall.ts'

/** The most comparisons of a filter. */
const maxTests = 10

/** By which attributes resources are found, as they are spelled in paths. */
const attributesOf: Record<ScimResource, Readonly<Record<string, FilteredAttribute>>> = {
  Users: {
    id: 'id',
    username: 'username',
    externalid: 'externalid',
    emails: 'emails',
    'emails.value': 'emails',
    displayname: 'displayname',
  },
  Groups: { id: 'id', displayname: 'displayname' },
}

/**
 * Parses a filter: comparisons by `eq`, joined by `and`. Everything else is refused. An empty list would tell the
 * directory that there is no such resource, and it would create it again.
 */
export function parseFilter(text: string | undefined, resource: ScimResource): ScimTest[] {
  if (text === undefined) return []
  const tests: ScimTest[] = []
  let rest = text
  do {
    const [test, behind] = readTest(rest, resource)
    if (tests.push(test) > maxTests) throw invalidFilter(`has more than ${maxTests} comparisons`)
    rest = behind
  } while (rest !== '')
  return tests
}

/** One comparison at the beginning of a filter, and what follows behind its `and`. */
function readTest(text: string, resource: ScimResource): [ScimTest, string] {
  const [head = ''] = /^ *[A-Za-z][\w.:$-]*(?:\[[^\]]*\][\w.]*)? +eq +/i.exec(text) ?? []
  const attribute = head === '' ? undefined : findAttribute(head.trim().slice(0, -'eq'.length).trim(), resource)
  if (attribute === undefined) throw invalidFilter(`must compare ${namesOf(resource)} by eq`)
  const [quoted = ''] = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(head.length)) ?? []
  const value = toText(quoted)
  const behind = text.slice(head.length + quoted.length).trim()
  if (behind === '') return [{ attribute, value }, '']
  if (!/^and /i.test(behind)) throw invalidFilter('may join comparisons by and alone')
  return [{ attribute, value }, behind.slice(4)]
}

function findAttribute(name: string, resource: ScimResource): FilteredAttribute | undefined {
  const { attribute, filter, sub } = toScimPath(name, resource) ?? { attribute: '' }
  if (filter !== undefined && !/^type eq "\w+"$/i.test(filter)) return undefined
  const known = attributesOf[resource]
  const path = sub === undefined ? attribute : `${attribute}.${sub}`
  return Object.hasOwn(known, path) ? known[path] : undefined
}

function toText(quoted: string): string {
  try {
    const value: unknown = JSON.parse(quoted)
    if (typeof value === 'string' && !value.includes('\0')) return value
  } catch {
    // Falls through: it is no text in quotes.
  }
  throw invalidFilter('must compare with a text in quotes')
}

function namesOf(resource: ScimResource): string {
  return resource === 'Users' ? 'userName, externalId, emails.value, id or displayName' : 'displayName or id'
}

function invalidFilter(why: string): Failure {
  return new Failure('invalid-parameter', `The filter ${why}.`, { scimType: 'invalidFilter' })
}
