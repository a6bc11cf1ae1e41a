import { Failure, JsonText } from '../failure.ts'
import type { Stored } from '../statement/part/Statement.ts'
import type { Clash, Comparison } from '../versions/compareEdits.ts'
import { isSecretField, toWire } from '../versions/plainValues.ts'
import type { Model } from '../model/Model.ts'
import type { PlainRecord } from '../versions/Past.ts'

/** What is known of a conflict beside the record as it is now. */
export interface ConflictDetails {
  readonly model: Model
  /** The record as the client read it, as JSON; undefined where the journal does not reach back so far. */
  readonly base: string | undefined
  readonly yours: PlainRecord
  readonly comparison: Comparison | undefined
  /** The fields that may be shown; undefined: all. */
  readonly readable?: ReadonlySet<string> | undefined
}

/** The version that a change is based on is not the current one. Says what became of the record, and what clashes. */
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
      `${now} What it was at the version that you name is not known here (any more): look at current, then send your change again.`,
      {
        data: { base: null, ...shown, yours: sent },
      },
    )
  const conflicts = comparison.clashes.map((clash) => toShownClash(clash, model, isHidden))
  return new Failure('version-conflict', `${now} ${adviceFor(comparison)}`, {
    data: { base: new JsonText(base), ...shown, yours: sent, conflicts, mergeable: comparison.mergeable },
  })
}

/** Of a secret only that it clashes. */
function toShownClash(clash: Clash, model: Model, isHidden: (name: string) => boolean): object {
  const { field, base, current, yours, by, on } = clash
  if (isHidden(field)) return { field, secret: true, by, on }
  const show = (plain: unknown) => toWire(field, plain, model)
  return { field, base: show(base), current: show(current), yours: show(yours), by, on }
}

function adviceFor({ clashes, mergeable, edited }: Comparison): string {
  if (clashes.length === 0 && mergeable.length > 0)
    return 'Nobody else changed what you changed: send the same again with ?onConflict=merge.'
  if (clashes.length === 0)
    return edited.length > 0
      ? 'That change has been made already.'
      : 'What you sent is no change of what you read: take the current record.'
  return `Your change of ${clashes.map(({ field }) => field).join(', ')} clashes with what others changed meanwhile: decide, then send it with the current version.`
}
