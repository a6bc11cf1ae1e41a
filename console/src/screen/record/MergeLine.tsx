import type { Choices, MemberConflict } from '../../draft/Conflict.ts'
import type { Draft } from '../../draft/Draft.ts'
import { lineEditsOf, membersOf } from '../../draft/lines.ts'
import type { MergeField } from '../../draft/mergeBlocks.ts'
import { happenedTo, memberName } from '../../draft/settleLines.ts'
import { type Json, type ModelMeta, type RecordJson, isComputed } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { Side } from './MergeClash.tsx'

/** What the lines of a merge are made from. */
interface MergeLinesProps {
  readonly model: ModelMeta
  readonly mine: Draft
  /** The record as it was read last. */
  readonly now: RecordJson | undefined
  readonly choices: Choices
}

/** The lines that clash, each with its choice. */
export function MergeLines({
  members,
  onFocus,
  onKeep,
  ...line
}: MergeLinesProps & {
  readonly members: readonly MemberConflict[]
  readonly onFocus: (index: number) => void
  readonly onKeep: (member: MemberConflict, keep: 'theirs' | 'yours') => void
}) {
  return members.map((member, index) => (
    <MergeLine
      key={memberName(member)}
      {...line}
      member={member}
      onFocus={() => onFocus(index)}
      onKeep={(keep) => onKeep(member, keep)}
    />
  ))
}

/** One line that clashes: what you saw of it, what it is now, and yours. */
function MergeLine({
  model,
  member,
  mine,
  now,
  choices,
  onFocus,
  onKeep,
}: MergeLinesProps & {
  readonly member: MemberConflict
  readonly onFocus: () => void
  readonly onKeep: (keep: 'theirs' | 'yours') => void
}) {
  const { words, formats } = useShell()
  const happened = happenedTo(member)
  const keep = choices[memberName(member)]?.keep
  const [first] = member.conflicts
  const by = first?.by?.username ?? words.value.somebody
  const who = first?.on === undefined ? by : words.merge.by(by, formats.dateTime(first.on))
  const { fields, title } = sidesOf(model, member, mine, now)
  const ways = words.merge.lineWays[happened]
  const button = (what: 'theirs' | 'yours') => (
    <Button small aria-pressed={keep === what} onPress={() => onKeep(what)}>
      {ways[what]}
      <kbd aria-hidden="true">{what === 'theirs' ? 1 : 2}</kbd>
    </Button>
  )
  const others = happened === 'gone' ? words.merge.lineGone(by) : undefined
  const own = happened === 'removed' ? words.merge.lineRemoved : undefined
  return (
    <fieldset className="clash" data-member={member.id} data-keep={keep} tabIndex={-1} onFocus={onFocus}>
      <legend>{title}</legend>
      <Side label={words.merge.before} fields={fields} value="base" />
      <Side label={words.merge.theirs(who)} tone="theirs" fields={fields} value="current" instead={others}>
        {button('theirs')}
      </Side>
      <Side label={words.merge.yours} tone="yours" fields={fields} value="yours" instead={own}>
        {button('yours')}
      </Side>
    </fieldset>
  )
}

/** The cells of a line that clash; of one that is gone, all that were filled in. */
function sidesOf(model: ModelMeta, member: MemberConflict, mine: Draft, now: RecordJson | undefined) {
  const of = model.fields.find(({ name }) => name === member.place.split('.')[0])
  const columns = of?.lines?.columns ?? []
  const line: Partial<RecordJson> = of ? (membersOf(mine.base, of).find(({ id }) => id === member.id) ?? {}) : {}
  const there: Partial<RecordJson> = of ? (membersOf(now, of).find(({ id }) => id === member.id) ?? {}) : {}
  const typed = of ? (lineEditsOf(mine, of).changed[member.id] ?? {}) : {}
  const clashes = new Map(member.conflicts.map((clash) => [clash.field ?? '', clash]))
  const changed = new Set(member.conflicts.flatMap(({ changed: names = [] }) => names))
  const isGone = happenedTo(member) === 'gone'
  const shown = columns.filter(
    (column) => !isComputed(column) && (isGone || clashes.has(column.name) || changed.has(column.name)),
  )
  const fields = shown.map((field): MergeField => {
    const clash = clashes.get(field.name)
    const base = line[field.name] ?? clash?.base ?? null
    return {
      field,
      base,
      current: clash?.current ?? there[field.name] ?? null,
      yours: typed[field.name] ?? base,
      isSecret: false,
    }
  })
  const named = columns.map(({ name }) => line[name]).find((value) => typeof value === 'object' && value !== null)
  return { fields, title: `${of?.label ?? ''} · ${titleOf(named, member.id)}` }
}

/** A line is called by the first record that it refers to. */
function titleOf(link: Json | undefined, id: number): string {
  const { id: _, version: __, ...rest } = (link ?? {}) as Readonly<Record<string, Json>>
  const words = Object.values(rest).filter((each) => typeof each === 'string')
  return words.length > 0 ? words.slice(0, 2).join(' ') : `#${id}`
}
