import type { Choices, MemberConflict } from '../../draft/Conflict.ts'
import type { Draft } from '../../draft/Draft.ts'
import { lineEditsOf, membersOf } from '../../draft/lines.ts'
import type { MergeField } from '../../draft/mergeBlocks.ts'
import { happenedTo, memberName } from '../../draft/settleLines.ts'
import { type Json, type ModelMeta, type RecordJson, isComputed } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'
import { ChoiceCell, SideValues } from './MergeCell.tsx'

/** What a line of a merge is made from. */
interface MergeLineProps {
  readonly model: ModelMeta
  readonly mine: Draft
  /** The record as it was read last. */
  readonly now: RecordJson | undefined
  readonly choices: Choices
  readonly member: MemberConflict
  /** Whether the keys are about it. */
  readonly isNow: boolean
  /** Who changed it and when, where that differs from place to place. */
  readonly who: string | undefined
  readonly onFocus: () => void
  readonly onKeep: (keep: 'theirs' | 'yours') => void
}

/** One line that clashes: what you saw of it, what it is now, and yours. */
export function MergeLine({ model, member, mine, now, isNow, who, choices, onFocus, onKeep }: MergeLineProps) {
  const { words } = useShell()
  const happened = happenedTo(member)
  const name = memberName(member)
  const { fields, label, title } = sidesOf(model, member, mine, now)
  const cell = (side: 'theirs' | 'yours') => ({
    side,
    of: name,
    way: words.merge.lineWays[happened][side],
    isWayShown: happened !== 'changed',
    isPicked: choices[name]?.keep === side,
    onPick: () => onKeep(side),
  })
  const by = member.conflicts[0]?.by?.username ?? words.value.somebody
  return (
    <tr
      className="clash"
      data-member={member.id}
      data-keep={choices[name]?.keep}
      data-now={isNow || undefined}
      tabIndex={-1}
      onFocus={onFocus}
    >
      <th scope="row">
        {title}
        <span className="merge-who">{label}</span>
      </th>
      <td className="side-before" data-of={words.merge.before}>
        <SideValues fields={fields} value="base" />
      </td>
      <ChoiceCell {...cell('theirs')} label={words.merge.theirs}>
        <SideValues
          fields={fields}
          value="current"
          instead={happened === 'gone' ? words.merge.lineGone(by) : undefined}
        />
        {who === undefined ? null : <span className="merge-who">{who}</span>}
      </ChoiceCell>
      <ChoiceCell {...cell('yours')} label={words.merge.yours}>
        <SideValues
          fields={fields}
          value="yours"
          instead={happened === 'removed' ? words.merge.lineRemoved : undefined}
        />
      </ChoiceCell>
      <td className="side-other" />
    </tr>
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
  return { fields, label: of?.label ?? '', title: titleOf(named, member.id) }
}

/** A line is called by the first record that it refers to. */
function titleOf(link: Json | undefined, id: number): string {
  const { id: _, version: __, ...rest } = (link ?? {}) as Readonly<Record<string, Json>>
  const words = Object.values(rest).filter((each) => typeof each === 'string')
  return words.length > 0 ? words.slice(0, 2).join(' ') : `#${id}`
}
