import type { Json } from '../meta/ModelMeta.ts'
import './combo-box.css'

/** A record to choose. */
export interface ComboOption {
  readonly id: number
  readonly label: string
  /** The record itself, as far as it was read. */
  readonly record?: { readonly [name: string]: Json }
  /** Whether it is no match for what was typed, but another way: keys take it only where it is marked. */
  readonly isOther?: true
  /** What is shown beside the label. */
  readonly beside?: readonly { readonly text: string; readonly isFigure: boolean }[]
}

/** A record in a list of records: its title, and what identifies it besides. */
export function OptionText({ option: { label, beside = [] } }: { readonly option: ComboOption }) {
  return (
    <>
      <span className={beside.length > 0 ? 'option-code' : undefined}>{label}</span>
      {beside.map(({ text, isFigure }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- They are the fields of one record, in their order.
        <span key={index} data-figure={isFigure || undefined}>
          {text}
        </span>
      ))}
    </>
  )
}
