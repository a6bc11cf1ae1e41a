import { type FocusEvent, memo } from 'react'
import { Icon } from '../../../component/Icon.tsx'
import type { Line } from '../../../draft/lines.ts'
import type { Input } from '../../../field/FieldKind.ts'
import type { FieldMeta, Json, ModelMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { LineCell } from './LineCell.tsx'

/** What a line of a grid is made from. */
export interface LineRowProps {
  readonly target: ModelMeta
  readonly columns: readonly FieldMeta[]
  readonly line: Line
  readonly number: number
  /** What the line is to the form. */
  readonly state: LineState
  readonly preview: Readonly<Record<string, Json>> | undefined
  /** What is wrong with its cells, by column. */
  readonly faults: Readonly<Record<string, string>> | undefined
  /** The columns that are editors, while the focus is in the line. */
  readonly editors: readonly string[] | undefined
  /** The column at which Tab enters the grid, if it is in this line. */
  readonly stop: string | undefined
  readonly mayRemove: boolean
  /** These work on the draft of the moment, so that older ones do the same. */
  readonly onFocus: (key: string, column: string, event: FocusEvent) => void
  readonly onEdit: (key: string, column: FieldMeta, input: Input) => void
  readonly onRemove: (key: string) => void
  readonly onBringBack: (key: string) => void
}

export type LineState = 'same' | 'changed' | 'added' | 'removed' | 'blank'

/** A line of a grid. It is drawn again if something of it changed, and not with every letter in another one. */
export const LineRow = memo(Row, isSameRow)

function isSameRow(before: LineRowProps, now: LineRowProps): boolean {
  return (
    before.line.key === now.line.key &&
    before.line.base === now.line.base &&
    before.line.values === now.line.values &&
    before.state === now.state &&
    before.number === now.number &&
    before.stop === now.stop &&
    before.editors === now.editors &&
    before.mayRemove === now.mayRemove &&
    before.columns === now.columns &&
    isAlike(before.preview, now.preview) &&
    isAlike(before.faults, now.faults)
  )
}

function isAlike(one: object | undefined, other: object | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function Row(props: LineRowProps) {
  const { target, columns, line, number, state, preview, faults = {}, editors, stop, onFocus, onEdit } = props
  const { words } = useShell()
  const faultId = `fault-${line.key}`
  return (
    <>
      <tr
        data-line={line.key}
        data-state={state}
        data-now={editors !== undefined || undefined}
        aria-rowindex={number + 1}
      >
        <th scope="row" className="line-hold">
          <span className="visually-hidden">{state === 'blank' ? words.lines.new : words.lines.line(number)}</span>
          <LineMark state={state} />
        </th>
        {columns.map((column, index) => (
          <LineCell
            key={column.name}
            target={target}
            column={column}
            line={line}
            preview={preview}
            fault={faults[column.name]}
            faultId={faultId}
            isEditor={editors?.includes(column.name) ?? false}
            isStop={stop === column.name}
            hint={state === 'blank' ? (index === 0 ? words.lines.add(column.label) : '') : undefined}
            onFocus={(event) => onFocus(line.key, column.name, event)}
            onEdit={(input) => onEdit(line.key, column, input)}
          />
        ))}
        <td className="line-end">
          <LineButton {...props} />
        </td>
      </tr>
      {Object.keys(faults).length > 0 ? (
        <tr className="line-faults">
          <td />
          <td colSpan={columns.length} id={faultId}>
            {Object.entries(faults).map(([name, fault]) => (
              <p key={name}>
                {columns.find((column) => column.name === name)?.label ?? name} {fault}
              </p>
            ))}
          </td>
          <td />
        </tr>
      ) : null}
    </>
  )
}

/** What stands before a line: a dot if it is not as it was read. */
function LineMark({ state }: { readonly state: LineState }) {
  const { words } = useShell()
  if (state === 'blank') return <Icon name="add" size={14} />
  if (state === 'same') return null
  const names = { changed: words.lines.changed, added: words.lines.added, removed: words.lines.removed }
  return <span className="changed-dot" role="img" aria-label={names[state]} title={names[state]} />
}

/** The way to take a line out, or to bring it back. The keys do the same: it is no stop of Tab. */
function LineButton({ line, state, mayRemove, editors, onRemove, onBringBack }: LineRowProps) {
  const { words } = useShell()
  if (!mayRemove || state === 'blank') return null
  const isOut = state === 'removed'
  const label = isOut ? words.lines.bringBack : words.lines.remove
  return (
    <button
      type="button"
      className="line-button"
      data-shown={isOut || editors !== undefined || undefined}
      tabIndex={-1}
      title={`${label} (${isOut ? 'Ctrl+Z' : 'Ctrl+Delete'})`}
      aria-label={label}
      onClick={() => (isOut ? onBringBack : onRemove)(line.key)}
    >
      <Icon name={isOut ? 'restore' : 'clear'} size={14} />
    </button>
  )
}
