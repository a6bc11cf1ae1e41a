import type { ScimChange, ScimPath } from '../../call/scim/ScimCall.ts'
import { invalidValue, notMutable } from './refusals.ts'

/** What changes of a user come to. What is absent stays as it is. */
export interface UserValues {
  readonly username?: string
  readonly name?: string | null
  readonly email?: string | null
  readonly disabled?: boolean
  readonly externalId?: string | null
}

/** What gives rights, or says who somebody is: the service's own to say. */
const ownAttributes = ['id', 'roles', 'entitlements', 'groups', 'admin']
/** Of several addresses, these are better than the others. */
const mainAddress = [/^primary eq "?true"?$/i, /^type eq "work"$/i]

type Draft = { -readonly [K in keyof UserValues]: UserValues[K] } & {
  names: { display?: string | null; formatted?: string | null; given?: string | null; family?: string | null }
}

/**
 * The values of a user that changes come to. Attributes that are not kept here are dropped, since directories send all
 * that they have. Those that mean rights are dropped from a resource that is sent whole, because Okta and Entra ID send
 * them; a change that names them is refused.
 */
export function toUserValues(changes: readonly ScimChange[], id: string | undefined, isWhole: boolean): UserValues {
  const draft: Draft = { names: {} }
  for (const change of changes) {
    const { attribute } = change.path
    const isSame = attribute === 'id' && change.value === id && change.op !== 'remove'
    if (!isWhole && ownAttributes.includes(attribute) && !isSame) throw notMutable(attribute)
    apply(change, draft)
  }
  const { names, ...values } = draft
  const name = toName(names, isWhole)
  return { ...values, ...(name === undefined ? {} : { name }) }
}

function apply({ op, path, value: given }: ScimChange, draft: Draft): void {
  const value = op === 'remove' ? null : given
  const { attribute, sub } = path
  if (attribute === 'username') {
    if (typeof value !== 'string')
      throw op === 'remove' ? notMutable('userName') : invalidValue('userName', 'must be a text')
    draft.username = value
  } else if (attribute === 'externalid') draft.externalId = toText('externalId', value)
  else if (attribute === 'active') {
    if (op === 'remove') throw notMutable('active')
    draft.disabled = !toBoolean(value)
  } else if (attribute === 'displayname') draft.names.display = toText('displayName', value)
  else if (attribute === 'name') applyName(sub, value, draft)
  else if (attribute === 'emails') applyEmail(path, value, draft)
}

function applyName(sub: string | undefined, value: unknown, { names }: Draft): void {
  const parts = sub === undefined ? entriesOf(value) : [[sub, value] as const]
  for (const [part, text] of parts) {
    if (part === 'formatted') names.formatted = toText('name.formatted', text)
    else if (part === 'givenname') names.given = toText('name.givenName', text)
    else if (part === 'familyname') names.family = toText('name.familyName', text)
  }
}

/** The name for people. One of its parts alone does not say the whole name, which is kept then. */
function toName({ display, formatted, given, family }: Draft['names'], isWhole: boolean): string | null | undefined {
  const parts = isWhole || (given !== undefined && family !== undefined) ? [given, family] : []
  const joined = parts.filter((part) => part).join(' ')
  const known = [display, formatted, joined].find((one) => one !== undefined && one !== null && one !== '')
  return known ?? (display === null || formatted === null ? null : undefined)
}

function applyEmail({ filter, sub }: ScimPath, value: unknown, draft: Draft): void {
  if (filter !== undefined && !mainAddress.some((main) => main.test(filter))) return
  if (sub !== undefined && sub !== 'value') return
  draft.email =
    value === null || sub === 'value' || typeof value === 'string' ? toText('emails', value) : findMain(value)
}

/** The primary one of some addresses, else that at work, else the first. */
function findMain(value: unknown): string | null {
  const all = (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === 'string' ? new Map<string, unknown>([['value', one]]) : new Map(entriesOf(one)),
  )
  const isPrimary = (one: ReadonlyMap<string, unknown>) => /^true$/i.test(String(one.get('primary')))
  const main = all.find(isPrimary) ?? all.find((one) => one.get('type') === 'work') ?? all[0]
  return main ? toText('emails', main.get('value')) : null
}

/** The members of an object, with their names in small letters. */
function entriesOf(value: unknown): (readonly [string, unknown])[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') throw invalidValue('value', 'must be an object')
  return Object.entries(value).map(([name, own]) => [name.toLowerCase(), own] as const)
}

function toText(attribute: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value
  throw invalidValue(attribute, 'must be a text')
}

/** Entra ID sends booleans as texts, with capitals. */
function toBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalidValue('active', 'must be true or false')
}
