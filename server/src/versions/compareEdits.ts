import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../model/Model.ts'
import { byElement } from './byElement.ts'
import type { Past, PastAuthor, PastEntry, Plain, PlainRecord } from './Past.ts'
import { Increment, isSecretField } from './plainValues.ts'

/** A field that both sides changed, each to another value. */
export interface Clash {
  readonly field: string
  readonly base: Plain
  readonly current: Plain
  readonly yours: Plain
  /** The user who changed it last, and when. */
  readonly by: PastAuthor | null
  readonly on: string | null
}

/** The result of a three-way comparison. */
export interface Comparison {
  readonly clashes: readonly Clash[]
  /** The fields that you changed and nobody else did. */
  readonly mergeable: readonly string[]
  /** All fields that you changed. */
  readonly edited: readonly string[]
  /** What you sent, with sets as what you add to them and remove from them. */
  readonly yours: PlainRecord
}

/** A record as you read it. */
export interface Base {
  readonly version: number
  readonly values: PlainRecord
}

/** The three sides of a comparison: as you read it, as it is now, and what you sent. */
interface Sides {
  readonly model: Model
  readonly base: PlainRecord
  readonly current: PlainRecord
  readonly yours: PlainRecord
  /** Secrets that others changed: their values are not known. */
  readonly secrets: ReadonlySet<string>
  /** Whether you may not read a field. */
  readonly isUnread: (field: string) => boolean
}

/**
 * Compares two edits with their base, field by field. A side has changed a field if its value differs from the base: a
 * field set back to its base is unchanged. The same change on both sides is no clash. Fields that must change together
 * clash as one: if you changed any of them, your values must include all that others changed in them. A field that you
 * may not read always clashes; otherwise the answer would reveal its value. What you add to a value clashes with no
 * change of that value, and sets are compared by element.
 */
export function compareEdits(base: Base, past: Past, sent: PlainRecord, model: Model): Comparison {
  const later = past.entries.filter(({ version }) => version > base.version)
  const current = past.current?.values ?? {}
  const yours = byElement({ base: base.values, current, yours: sent }, model)
  const isUnread = (field: string) => past.readable?.has(field) === false
  const sides: Sides = { model, base: base.values, current, yours, secrets: secretsIn(later, model), isUnread }
  const edited = Object.keys(yours).filter((field) => isEdited(field, sides))
  const clashing = edited.filter((field) => {
    if (isUnread(field)) return true
    const group = groupOf(field, model)
    return group.some((other) => isNewChange(other, sides)) && group.some((other) => wouldBeLost(other, sides))
  })
  return {
    clashes: clashing.map((field) => ({
      field,
      base: base.values[field] ?? null,
      current: current[field] ?? null,
      yours: sent[field] ?? null,
      ...(isUnread(field) ? { by: null, on: null } : lastAuthor(groupOf(field, model), later)),
    })),
    mergeable: edited.filter(
      (field) => !clashing.includes(field) && (isAdded(field, sides) || !isChanged(field, sides)),
    ),
    edited,
    yours,
  }
}

/** Whether you changed it. The base of a secret is not known, so a secret that was sent counts as changed. */
function isEdited(field: string, { model, base, yours, isUnread }: Sides): boolean {
  return (
    Object.hasOwn(yours, field) && (isUnread(field) || isSecretField(field, model) || differ(base[field], yours[field]))
  )
}

/** Whether others changed it. */
function isChanged(field: string, { base, current, secrets }: Sides): boolean {
  return secrets.has(field) || differ(base[field], current[field])
}

/** Whether you changed it to a value that differs from the current one. */
function isNewChange(field: string, sides: Sides): boolean {
  const { model, current, yours } = sides
  return isEdited(field, sides) && (isSecretField(field, model) || differ(yours[field], current[field]))
}

/** Whether you add to its value, whatever it is. */
function isAdded(field: string, { yours }: Sides): boolean {
  return yours[field] instanceof Increment
}

/** Whether others changed it, and your side does not have their value. */
function wouldBeLost(field: string, sides: Sides): boolean {
  const { base, current, yours, secrets } = sides
  if (!isChanged(field, sides) || isAdded(field, sides)) return false
  return secrets.has(field) || differ(Object.hasOwn(yours, field) ? yours[field] : base[field], current[field])
}

/** Returns the fields that must change together with this one, including itself. */
function groupOf(field: string, { together = [] }: Model): readonly string[] {
  return together.find((group) => group.includes(field)) ?? [field]
}

function lastAuthor(fields: readonly string[], later: readonly PastEntry[]): Pick<Clash, 'by' | 'on'> {
  const entry = later.findLast(({ changes }) => fields.some((field) => Object.hasOwn(changes, field)))
  return { by: entry?.by ?? null, on: entry?.on ?? null }
}

function secretsIn(later: readonly PastEntry[], model: Model): Set<string> {
  const isHidden = ([field, change]: [string, unknown]) => change === null || isSecretField(field, model)
  return new Set(later.flatMap(({ changes }) => Object.entries(changes).filter(isHidden)).map(([field]) => field))
}

function differ(a: Plain, b: Plain): boolean {
  return !isDeepStrictEqual(a ?? null, b ?? null)
}
