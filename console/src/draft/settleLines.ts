import type { FieldMeta, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Choices, Conflict, MemberConflict } from './Conflict.ts'
import type { Draft } from './Draft.ts'
import { copiedValues, isUntouchedLines, type LineEdits, lineEditsOf, membersOf } from './lines.ts'
import { lineFieldsOf } from './rebaseLines.ts'

/** The name under which a line that clashes is decided. */
export function memberName({ place, id }: Pick<MemberConflict, 'place' | 'id'>): string {
  return `${place.split('.')[0]}.${id}`
}

/** What happened to a line that clashes. */
export function happenedTo({ conflicts }: MemberConflict): 'gone' | 'removed' | 'changed' {
  if (conflicts.some(({ deleted, moved }) => deleted === true || moved !== undefined)) return 'gone'
  return conflicts.some(({ removed }) => removed === true) ? 'removed' : 'changed'
}

/**
 * The lines that were taken out while others changed them alone, and that are to go all the same. The record has no
 * version that says so: they are deleted one by one, at the version that was shown.
 */
export function toDelete(
  { members = [], current }: Conflict,
  choices: Choices,
  draft: Draft,
): readonly MemberConflict[] {
  const isAlone = draft.base?.version === current.version
  return members.filter(
    (member) => isAlone && happenedTo(member) === 'removed' && choices[memberName(member)]?.keep === 'yours',
  )
}

/**
 * The draft with what was decided about its lines. Theirs: what you did to the line is no edit any more. Yours: it is
 * sent for the version of now, or as a new line where there is none any more.
 */
export function settleLines(draft: Draft, model: ModelMeta, { members = [] }: Conflict, choices: Choices): Draft {
  return lineFieldsOf(model).reduce((settled, field) => {
    const own = members.filter(({ place }) => place.split('.')[0] === field.name)
    return own.reduce((before, member) => settleLine(before, field, member, choices), settled)
  }, draft)
}

function settleLine(draft: Draft, field: FieldMeta, member: MemberConflict, choices: Choices): Draft {
  const keep = choices[memberName(member)]?.keep
  const edits = lineEditsOf(draft, field)
  const lines = membersOf(draft.base, field)
  if (keep === 'theirs') return withLines(draft, field, theirs(edits, member), lines)
  if (keep !== 'yours') return draft
  const happened = happenedTo(member)
  if (happened === 'gone') return asNew(draft, field, member)
  const version = member.version ?? 0
  // What is taken out is not sent, so it needs no version.
  const now = lines.map((line) => (line.id === member.id ? { ...line, version } : line))
  return withLines(draft, field, edits, now)
}

/** What happened to the line counts: what clashes with it is taken back. */
function theirs(edits: LineEdits, { id, conflicts, ...member }: MemberConflict): LineEdits {
  const happened = happenedTo({ id, conflicts, ...member })
  if (happened === 'removed') return { ...edits, removed: edits.removed.filter((each) => each !== id) }
  const { [id]: values = {}, ...others } = edits.changed
  const clashing = conflicts.flatMap(({ field }) => field ?? [])
  const left = Object.entries(values).filter(([name]) => happened === 'changed' && !clashing.includes(name))
  return { ...edits, changed: left.length > 0 ? { ...others, [id]: Object.fromEntries(left) } : others }
}

/** A line that others took out is there again, as a new one with your values. */
function asNew(draft: Draft, field: FieldMeta, { id }: MemberConflict): Draft {
  const edits = lineEditsOf(draft, field)
  const lines = membersOf(draft.base, field)
  const line = lines.find((each) => each.id === id)
  const { [id]: values = {}, ...changed } = edits.changed
  const read = line ? copiedValues(line, field.lines?.columns ?? []) : {}
  const added = [...edits.added, { key: `was${id}`, values: { ...read, ...values } }]
  return withLines(
    draft,
    field,
    { ...edits, changed, added },
    lines.filter((each) => each.id !== id),
  )
}

function withLines(draft: Draft, { name }: FieldMeta, edits: LineEdits, lines: readonly RecordJson[]): Draft {
  const { [name]: _, ...others } = draft.edits
  const base = draft.base && ({ ...draft.base, [name]: lines } as RecordJson)
  return { ...draft, base, edits: isUntouchedLines(edits) ? others : { ...others, [name]: edits } }
}
