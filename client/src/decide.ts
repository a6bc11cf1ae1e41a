import type { ConflictError, ConflictRecord, Decision } from './errors.ts'

type Fields = Readonly<Record<string, unknown>>

/** The decisions by field. */
export type Decisions = Readonly<Record<string, Decision>>

/** What to send onto the current version: your fields that nobody else changed, and what was decided. */
export function decide(
  id: number,
  { conflicts, mergeable, members, base, current, yours = {}, data: { place } }: ConflictError,
  change: Fields,
  decisions: Decisions,
): { readonly current: ConflictRecord; readonly chosen: Fields } {
  const { id: _, version: __, ...sent } = change
  const places = place === undefined ? members.map((member) => member.place) : [place]
  // The current record of such a conflict is the member: the change must never be written to it.
  if (places.length > 0) throw new Error(`Members clash (${places.join(', ')}): read the record again.`)
  if (current === null) throw new Error('The record was deleted meanwhile: restore it first.')
  if (current.id !== id) throw new Error('Another record clashes: read the record again.')
  // The service compares no relations: whether others changed them is not known.
  const relations = Object.keys(sent).filter((field) => Array.isArray(sent[field]) && !Object.hasOwn(yours, field))
  const clashing = conflicts ? [...conflicts.map(({ field }) => field), ...relations] : Object.keys(sent)
  const undecided = clashing.filter((field) => !Object.hasOwn(decisions, field))
  if (undecided.length > 0) throw new Error(`Decide about ${undecided.join(', ')}: 'theirs', 'yours' or { value }.`)
  const unknown = Object.keys(decisions).find((field) => !Object.hasOwn(sent, field))
  if (unknown !== undefined) throw new Error(`${unknown} is no field that you sent.`)
  const chosen = Object.entries(sent).flatMap(([field, value]) => {
    const decision = decisions[field] ?? (mergeable?.includes(field) ? 'yours' : 'theirs')
    if (decision === 'theirs') return []
    if (decision !== 'yours') return [[field, decision.value]]
    return [[field, Object.hasOwn(decisions, field) ? value : ontoCurrent(value, base?.[field], current[field])]]
  })
  return { current, chosen: Object.fromEntries(chosen) }
}

/** Only sets can be merged though others changed them: what you added to yours and removed from it is sent. */
function ontoCurrent(value: unknown, base: unknown, current: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(base) || JSON.stringify(base) === JSON.stringify(current)) return value
  return { add: value.filter((one) => !base.includes(one)), remove: base.filter((one) => !value.includes(one)) }
}
