import type { Input } from '../field/FieldKind.ts'
import { kindOf } from '../field/kinds.ts'
import type { Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { type Draft, rebase } from './Draft.ts'
import { memberName, settleLines } from './settleLines.ts'

/** Who changed something. */
export interface Author {
  readonly id: number
  readonly username: string
}

/** A field that two people changed, each to something else. */
export interface FieldConflict {
  readonly field: string
  readonly base?: Json
  readonly current?: Json
  readonly yours?: Json
  readonly secret?: boolean
  readonly by: Author | null
  readonly on: string
}

/** A member of a collection that clashes, with what happened to it. */
export interface MemberConflict {
  readonly place: string
  readonly model: string
  readonly id: number
  readonly version: number | null
  readonly conflicts: readonly {
    readonly field?: string
    readonly base?: Json
    readonly current?: Json
    readonly yours?: Json
    readonly deleted?: boolean
    readonly moved?: Json
    readonly removed?: boolean
    readonly changed?: readonly string[]
    readonly by?: Author | null
    readonly on?: string
  }[]
}

/** What the service says of a save that clashes. */
export interface Conflict {
  /** The record as the draft's author saw it; null if that is no longer known. */
  readonly base: RecordJson | null
  readonly current: RecordJson
  readonly conflicts: readonly FieldConflict[]
  readonly mergeable: readonly string[]
  readonly members?: readonly MemberConflict[]
}

/** What becomes of a field that clashes. Nothing is chosen beforehand. */
export type Choice =
  | { readonly keep: 'theirs' }
  | { readonly keep: 'yours' }
  | { readonly keep: 'other'; readonly input: Input }

/** The choices so far, by field; of lines by `memberName`. */
export type Choices = Readonly<Record<string, Choice>>

/** The fields and lines that are still to be decided; fields that belong together are decided by one choice. */
export function undecided({ conflicts, members = [] }: Conflict, choices: Choices): string[] {
  return [...conflicts.map(({ field }) => field), ...members.map(memberName)].filter(
    (field) => choices[field] === undefined,
  )
}

/** A choice for a field, and for those that move together with it. */
export function choose(choices: Choices, model: ModelMeta, conflict: Conflict, field: string, choice: Choice): Choices {
  const clashing = conflict.conflicts.map((each) => each.field)
  if (choice.keep === 'other') return { ...choices, [field]: choice }
  const group = groupOf(model, field)
  const others = Object.entries(choices).filter(([name]) => !group.includes(name))
  const same = group.filter((name) => clashing.includes(name)).map((name) => [name, choice])
  return Object.fromEntries([...others, ...same])
}

/** The fields that move together with one, among them itself. */
export function groupOf(model: ModelMeta, field: string): readonly string[] {
  return model.together?.find((names) => names.includes(field)) ?? [field]
}

/**
 * The draft that carries the choices out: it is based on the record as it is now. Their values need nothing; yours stay
 * edits, and so does what did not clash. Where fields move together, yours are all of them as you saw them.
 */
export function settle(draft: Draft, model: ModelMeta, conflict: Conflict, choices: Choices, key: string): Draft {
  const edits = { ...draft.edits }
  for (const [field, choice] of Object.entries(choices)) {
    if (choice.keep === 'theirs') delete edits[field]
    if (choice.keep === 'other') edits[field] = choice.input
    if (choice.keep === 'yours') Object.assign(edits, seenBeside(field, draft, model, conflict))
  }
  return rebase(settleLines({ ...draft, edits }, model, conflict, choices), conflict.current, model, key)
}

/** What moves together with a field and was not touched, as its author saw it. */
function seenBeside(field: string, draft: Draft, model: ModelMeta, { base }: Conflict): Record<string, Input> {
  if (!base) return {}
  const names = groupOf(model, field).filter((name) => draft.edits[name] === undefined)
  const beside = model.fields.filter(({ name, secret }) => names.includes(name) && !secret)
  return Object.fromEntries(beside.map((each) => [each.name, kindOf(each).toInput(base[each.name] ?? null, each)]))
}

/**
 * The choices that still hold where somebody was faster again: of fields whose current value is the one they saw, and
 * so are those that move together with them.
 */
export function stillValid(choices: Choices, before: Conflict, now: Conflict, model?: ModelMeta): Choices {
  const seen = (conflict: Conflict, field: string) => {
    const clash = conflict.conflicts.find((each) => each.field === field)
    const line = conflict.members?.find((member) => memberName(member) === field)
    if (line) return JSON.stringify([line.version, line.conflicts])
    return JSON.stringify([clash?.current ?? null, conflict.current[field] ?? null])
  }
  const isSeen = (field: string) => seen(before, field) === seen(now, field)
  const group = (field: string) => (model ? groupOf(model, field) : [field])
  return Object.fromEntries(Object.entries(choices).filter(([field]) => group(field).every(isSeen)))
}
