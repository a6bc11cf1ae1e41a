import type { ScimChange } from '../../call/scim/ScimCall.ts'
import { invalidValue, notMutable, toId } from './refusals.ts'

/** What changes of a group come to for its members. */
export interface MemberChange {
  /** All other members leave. */
  readonly isWhole: boolean
  readonly added: ReadonlySet<number>
  readonly removed: ReadonlySet<number>
}

/**
 * The members that come and go. `replace` names all members, `add` some, and a removal names those that go, in its path
 * or, as Entra ID does it, in its value: one that names nobody is refused and never means all.
 */
export function toMemberChange(changes: readonly ScimChange[], group: { id?: string; name: string }): MemberChange {
  const [added, removed] = [new Set<number>(), new Set<number>()]
  let isWhole = false
  const add = (id: number) => {
    added.add(id)
    removed.delete(id)
  }
  for (const { op, path, value } of changes) {
    const { attribute, filter, sub } = path
    if (attribute !== 'members') {
      checkOther(attribute, op === 'remove' ? undefined : value, group)
      continue
    }
    if (op === 'remove') {
      for (const id of filter === undefined ? toIds(value) : [memberIn(filter)]) {
        added.delete(id)
        removed.add(id)
      }
      continue
    }
    if (filter !== undefined || sub !== undefined) throw invalidValue('members', 'must be changed as a list')
    const ids = op === 'replace' && Array.isArray(value) && value.length === 0 ? [] : toIds(value)
    if (op === 'replace') {
      isWhole = true
      added.clear()
      removed.clear()
    }
    for (const id of ids) add(id)
  }
  return { isWhole, added, removed }
}

/** The name of a group is declared. Whatever else is said of one is dropped. */
function checkOther(attribute: string, value: unknown, { id, name }: { id?: string; name: string }): void {
  const isName = attribute === 'displayname'
  if (isName && (typeof value !== 'string' || value.toLowerCase() !== name.toLowerCase()))
    throw notMutable('displayName')
  if (attribute === 'id' && id !== undefined && value !== id) throw notMutable('id')
}

/** The ids of members: a list of objects, or one of them. */
function toIds(value: unknown): number[] {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  if (all.length === 0) throw invalidValue('members', 'must name users')
  return all.map((one) => {
    const named = typeof one === 'object' && one !== null && 'value' in one ? one.value : one
    const id = toId(named)
    if (id === undefined) throw noMember()
    return id
  })
}

function memberIn(filter: string): number {
  const [, text] = /^value eq "([^"]*)"$/i.exec(filter) ?? []
  const id = toId(text)
  if (id === undefined) throw noMember()
  return id
}

/** The failure of a member that is no user whom SCIM manages. */
export function noMember() {
  return invalidValue('members', 'must name users that SCIM manages, by their ids')
}
