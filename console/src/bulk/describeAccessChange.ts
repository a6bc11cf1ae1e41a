import { showValue } from '../field/kinds.ts'
import type { AccessChange } from '../history/AccessChange.ts'
import type { Change } from '../history/Entry.ts'
import type { Write } from '../history/foldWrites.ts'
import type { Json, RecordLink } from '../meta/ModelMeta.ts'
import { roleModel, userModel } from '../meta/ownModels.ts'
import { describeManyWrites, type Told } from './describeWrites.ts'

const rolesField = { name: 'roles', type: 'links', label: '', target: roleModel } as const

/** What the flags of a user say when they are set and when they are not. */
const flags = {
  admin: ['madeAdmin', 'noAdmin'],
  disabled: ['disabled', 'enabled'],
  provisioned: ['handedOver', 'tookBack'],
} as const

/** What a change of rights did, such as “gave zoe the role sales”: the sentence begins with who did it. */
export function describeAccessChange(write: Write, title: string, told: Told): string {
  const { find } = told
  const { one } = told.formats.words.activity
  const named = one(find(write.model)?.label ?? write.model, title)
  const isOfUser = write.model === userModel && write.operation !== 'delete'
  const parts = isOfUser ? rightsOf(write, title, told) : []
  const rest = isOfUser ? otherChanges(write) : write.changes
  const isAll = write.operation !== 'create' && parts.length > 0 && Object.keys(rest).length === 0
  const others = isAll ? [] : [describeManyWrites([{ ...write, changes: rest }], () => named, told)]
  const sentence = write.operation === 'create' ? [...others, ...parts] : [...parts, ...others]
  return new Intl.ListFormat(told.formats.language, { type: 'conjunction' }).format(sentence)
}

/** Who made a change of rights: somebody, a directory, a login at a provider, or the service itself. */
export function describeAccessAuthor(
  { by, via, through }: AccessChange,
  { formats: { words } }: Told,
  labelOfProvider: (name: string) => string,
): { readonly name: string; readonly isPerson: boolean } {
  const { trail } = words
  const withKey = (name: string) => (via ? trail.withKey(name, via.name ?? trail.goneKey) : name)
  const person = by?.name || by?.username || trail.service
  if (through === 'session' || through === 'key') return { name: withKey(person), isPerson: by !== null }
  if (through === 'scim') return { name: withKey(trail.scim), isPerson: false }
  if (through.startsWith('oidc:'))
    return { name: trail.provider(labelOfProvider(through.slice('oidc:'.length))), isPerson: false }
  const name = through === 'command' ? trail.command : through === 'migrate' ? trail.migrate : trail.service
  return { name, isPerson: false }
}

/** What a write did to the rights of a user. */
function rightsOf({ changes, operation }: Write, user: string, { formats }: Told): string[] {
  const { trail } = formats.words
  const [before, after] = [linksOf(changes['roles']?.from), linksOf(changes['roles']?.to)]
  const given = without(after, before)
  const taken = without(before, after)
  const show = (roles: readonly RecordLink[]) => showValue(roles, rolesField, formats)
  const said = Object.entries(flags).flatMap(([name, [set, unset]]) => {
    const change = changes[name]
    // A new user has all flags; those that are not set say nothing, and nobody handed over whom a directory made.
    if (!change || (operation === 'create' && (change.to !== true || name === 'provisioned'))) return []
    return [trail[change.to === true ? set : unset](user)]
  })
  return [
    ...(given.length > 0 ? [trail.gave(user, show(given), given.length)] : []),
    ...(taken.length > 0 ? [trail.took(user, show(taken), taken.length)] : []),
    ...said,
    ...(changes['password'] && operation !== 'create' ? [trail.password(user)] : []),
  ]
}

/** What a write changed besides rights. */
function otherChanges({ changes }: Write): Readonly<Record<string, Change>> {
  const told = ['roles', 'password', ...Object.keys(flags)]
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !told.includes(name)))
}

function linksOf(value: Json | undefined): readonly RecordLink[] {
  return Array.isArray(value) ? value : []
}

function without(links: readonly RecordLink[], others: readonly RecordLink[]): readonly RecordLink[] {
  return links.filter(({ id }) => !others.some((other) => other.id === id))
}
