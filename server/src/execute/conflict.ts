import { Failure, withDetails } from '../failure/failure.ts'
import { JsonText } from '../text/json.ts'
import type { Stored } from '../statement/Statement.ts'
import type { Clash, Comparison } from '../versions/compareEdits.ts'
import { isSecretField, toWire } from '../versions/plainValues.ts'
import type { Model } from '../model/Model.ts'
import type { PlainRecord } from '../versions/Past.ts'

/** What is known about a conflict besides the current record. */
export interface ConflictDetails {
  readonly model: Model
  /** The record as the client read it, as JSON; undefined if the journal does not reach back that far. */
  readonly base: string | undefined
  readonly yours: PlainRecord
  readonly comparison: Comparison | undefined
  /** The fields that the caller may read; all if undefined. */
  readonly readable?: ReadonlySet<string> | undefined
}

/** Makes the failure of a change whose version is not the current one. Shows the current record, and what clashes. */
export function toConflict(current: Stored, details?: ConflictDetails): Failure {
  const now = `The record has changed since you read it: it is now at version ${current.version}.`
  const shown = { current: new JsonText(current.json) }
  if (!details)
    return new Failure('version-conflict', `${now} Look at current, then send your change again.`, { data: shown })
  const { model, base, yours, comparison, readable } = details
  const isHidden = (name: string) => isSecretField(name, model) || readable?.has(name) === false
  const shownFields = Object.entries(yours).filter(([name]) => !isHidden(name))
  const sent = Object.fromEntries(shownFields.map(([name, value]) => [name, toWire(name, value, model)]))
  if (base === undefined || !comparison)
    return new Failure(
      'version-conflict',
      `${now} The version that you named is not available any more: look at current, then send your change again.`,
      {
        data: { base: null, ...shown, yours: sent },
      },
    )
  const conflicts = comparison.clashes.map((clash) => toShownClash(clash, model, isHidden))
  return new Failure('version-conflict', `${now} ${adviceFor(comparison)}`, {
    data: { base: new JsonText(base), ...shown, yours: sent, conflicts, mergeable: comparison.mergeable },
  })
}

/** Shows a clash; for a secret, only that there is one. */
export function toShownClash(clash: Clash, model: Model, isHidden: (name: string) => boolean): object {
  const { field, base, current, yours, by, on } = clash
  if (isHidden(field)) return { field, secret: true, by, on }
  const show = (plain: unknown) => toWire(field, plain, model)
  return { field, base: show(base), current: show(current), yours: show(yours), by, on }
}

/** What clashes in a member of a collection. */
export interface MemberConflict {
  /** Its path in the request, or the collection if it was left out there. */
  readonly place: string
  readonly model: string
  readonly id: number
  /** Null if it was deleted. */
  readonly version: number | null
  readonly conflicts: readonly object[]
}

/** Adds what clashes in members to a conflict of their record. */
export function withMemberConflicts(conflict: Failure, members: readonly MemberConflict[]): Failure {
  if (members.length === 0) return conflict
  const places = [...new Set(members.map(({ place }) => place))].join(', ')
  const message = `What you sent clashes with what others changed meanwhile in ${places}: decide, then send it again.`
  return withDetails(conflict, { data: { members } }, message)
}

function adviceFor({ clashes, mergeable, edited }: Comparison): string {
  if (clashes.length === 0 && mergeable.length > 0)
    return 'Nobody else changed what you changed: send the same again with ?onConflict=merge.'
  if (clashes.length === 0)
    return edited.length > 0
      ? 'That change has been made already.'
      : 'What you sent does not change what you read: use the current record.'
  const fields = clashes.map(({ field }) => field).join(', ')
  return (
    `Your change of ${fields} clashes with what others changed meanwhile: ` +
    'decide, then send it with the current version.'
  )
}
