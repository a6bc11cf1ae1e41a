import type { ConflictError, Decision } from './errors.ts'

type Fields = Readonly<Record<string, unknown>>

/** What to send onto the current version: your fields that nobody else changed, and what was decided. */
export function decide(
  { conflicts, mergeable, members, current }: ConflictError,
  change: Fields,
  decisions: Readonly<Record<string, Decision>>,
): Fields {
  const { id: _, version: __, ...sent } = change
  if (current === null) throw new Error('The record was deleted meanwhile: restore it first.')
  if (members.length > 0)
    throw new Error(`Members clash (${members.map(({ place }) => place).join(', ')}): read the record again.`)
  const clashing = conflicts?.map(({ field }) => field) ?? Object.keys(sent)
  const undecided = clashing.filter((field) => !Object.hasOwn(decisions, field))
  if (undecided.length > 0) throw new Error(`Decide about ${undecided.join(', ')}: 'theirs', 'yours' or { value }.`)
  const unknown = Object.keys(decisions).find((field) => !Object.hasOwn(sent, field))
  if (unknown !== undefined) throw new Error(`${unknown} is no field that you sent.`)
  return Object.fromEntries(
    Object.entries(sent).flatMap(([field, value]) => {
      const decision = decisions[field] ?? (mergeable?.includes(field) ? 'yours' : 'theirs')
      if (decision === 'theirs') return []
      return [[field, decision === 'yours' ? value : decision.value]]
    }),
  )
}
