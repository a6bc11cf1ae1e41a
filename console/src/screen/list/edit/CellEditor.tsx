import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { offerOf } from '../../../field/offerOf.ts'
import type { Input } from '../../../field/FieldKind.ts'
import type { Offered } from '../../../meta/offeredValues.ts'
import { codeOf } from '../../../field/codeOf.ts'
import { ValueEditor } from '../../../component/form/ValueEditor.tsx'
import type { CellEdit } from './OpenCell.ts'
import './cell-editor.css'

/** What comes after a cell was left: nothing, or the next or the cell before. */
export type Leave = 'stay' | 'next' | 'previous'

/** The editor in a cell. Enter saves, Tab saves and goes on, Escape takes back; a choice is saved as it is made. */
export function CellEditor({
  edit,
  offered,
  label,
  onCommit,
  onCancel,
}: {
  readonly edit: CellEdit
  /** The values of a choice to offer. */
  readonly offered: Offered
  readonly label: string
  readonly onCommit: (input: Input, leave: Leave) => void
  readonly onCancel: () => void
}) {
  const [input, setInput] = useState(edit.input)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')
    first?.focus()
    if (first instanceof HTMLInputElement) first.select()
  }, [])
  const isChosen = edit.field.type === 'choice' || edit.field.type === 'boolean' || edit.field.type === 'reference'
  const onEdit = (next: Input) => {
    setInput(next)
    if (isChosen) onCommit(next, 'stay')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const isOver = event.key === 'Enter' && !isChosen && (isLine(event.target) || event.ctrlKey || event.metaKey)
    if (event.key === 'Escape' && !event.defaultPrevented) onCancel()
    else if (isOver) onCommit(input, 'stay')
    else if (event.key === 'Tab') onCommit(input, event.shiftKey ? 'previous' : 'next')
    else return
    event.preventDefault()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Element && (box.current?.contains(relatedTarget) ?? false)
    const isBeside = relatedTarget instanceof Element && relatedTarget.closest('.popover') !== null
    if (relatedTarget !== null && !isInside && !isBeside) onCommit(input, 'stay')
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Keys of the editor inside of it.
    <div className="cell-editor" data-keys="typed" ref={box} onKeyDown={onKeyDown} onBlur={onBlur}>
      <ValueEditor
        field={edit.field}
        input={input}
        offered={offered}
        offer={offerOf(edit.field.where, (name) => edit.base[name])}
        label={label}
        fault={edit.way === undefined ? edit.fault : `${edit.fault ?? ''} ${edit.way}`}
        required={edit.field.required}
        unit={codeOf(edit.field, edit.base)}
        onEdit={onEdit}
      />
    </div>
  )
}

/** Whether a key went into a single line, where Enter is no part of the text. */
function isLine(target: EventTarget): boolean {
  return !(target instanceof HTMLTextAreaElement)
}
