import type { ReactNode } from 'react'
import { Difference } from '../../component/Difference.tsx'
import type { MergeField } from '../../draft/mergeBlocks.ts'
import { showValue } from '../../field/kinds.ts'
import { isReadByWords } from '../../history/wordDiff.ts'
import type { Json } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** What can be chosen of a place that two people changed. */
export type Keep = 'theirs' | 'yours' | 'other'

const keyOf: Readonly<Record<Keep, number>> = { theirs: 1, yours: 2, other: 3 }

/** A cell with one of the choices of a place: the whole of it can be pressed. */
export function ChoiceCell({
  side,
  of,
  label,
  way,
  isWayShown = false,
  isPicked,
  isLocked = false,
  onPick,
  children,
}: {
  readonly side: Keep
  /** The place that is decided: one of its choices counts. */
  readonly of: string
  /** What stands above the column, for a page that is too narrow for it. */
  readonly label?: string
  /** What choosing it does. */
  readonly way: string
  readonly isWayShown?: boolean
  readonly isPicked: boolean
  readonly isLocked?: boolean
  readonly onPick: () => void
  readonly children?: ReactNode
}) {
  return (
    <td className={`side-${side}`} data-picked={isPicked || undefined} data-of={label}>
      <label className="merge-choice">
        <input type="radio" name={`merge ${of}`} checked={isPicked} disabled={isLocked} onChange={onPick} />
        <span className="merge-chosen">
          <span className={isWayShown ? 'merge-way' : 'visually-hidden'}>{way}</span>
          {children}
        </span>
        <kbd aria-hidden="true">{keyOf[side]}</kbd>
      </label>
    </td>
  )
}

/** The values of one side of a place, with their labels where there are several; or what happened instead. */
export function SideValues({
  fields,
  value,
  hasBase = false,
  instead,
}: {
  readonly fields: readonly MergeField[]
  readonly value: 'base' | 'current' | 'yours'
  readonly hasBase?: boolean
  readonly instead?: string | undefined
}) {
  if (instead !== undefined) return <span className="side-value">{instead}</span>
  return (
    <span className="side-value">
      {fields.map((each) => (
        <span key={each.field.name} className="side-part">
          {fields.length > 1 ? <span className="dim">{each.field.label}: </span> : null}
          <Value of={each} value={each[value]} base={hasBase && value !== 'base' ? each.base : undefined} />
        </span>
      ))}
    </span>
  )
}

/** A value in words; inside of text, what differs from what was seen is marked. */
function Value({
  of: { field, isSecret },
  value,
  base,
}: {
  readonly of: MergeField
  readonly value: Json
  readonly base: Json | undefined
}) {
  const { words, formats } = useShell()
  if (isSecret) return words.merge.secret
  const isText = typeof value === 'string' && typeof base === 'string' && field.type === 'text'
  if (isText && value !== base && isReadByWords(base, value)) return <Difference before={base} now={value} />
  const isTyped = field.type === 'text' || field.type === 'json'
  return isTyped && typeof value === 'string' && value !== '' ? value : showValue(value, field, formats)
}
