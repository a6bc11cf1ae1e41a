import { type FocusEvent, useMemo, useRef } from 'react'
import type { Line } from '../../../draft/lines.ts'
import { misfitOf } from '../../../draft/misfit.ts'
import { kindOf } from '../../../field/kinds.ts'
import type { Words } from '../../../i18n/Words.ts'
import { type FieldMeta, isComputed, type Json } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { type FormRights, mayWrite } from '../mayWrite.ts'
import type { RecordFieldsProps } from '../RecordFields.tsx'
import { headOf } from './LineCell.tsx'
import { LineRow, type LineState } from './LineRow.tsx'
import { LinesFoot } from './LinesFoot.tsx'
import { useLineFigures } from './useLineFigures.ts'
import { useLineKeys } from './useLineKeys.ts'
import { useLinePaste } from './useLinePaste.ts'
import { useLinePreviews } from './useLinePreviews.ts'
import { useCell } from './useCell.ts'
import { useLines } from './useLines.ts'
import type { LinesField } from '../../../meta/lines.ts'
import './lines.css'

/** The lines of a record, edited in its form and saved with it. The line that has the focus has editors. */
export function LinesGrid({ field, form }: { readonly field: LinesField; readonly form: RecordFieldsProps }) {
  const { columns, target } = field.lines
  const { words } = useShell()
  const table = useRef<HTMLTableElement>(null)
  const rights = useLineRights(field, form)
  const lines = useLines(field, form.state, rights.mayAdd)
  const { at, goTo, isEdited } = useCell(table)
  const previews = useLinePreviews(lines.lines, target)
  const figures = useLineFigures(field, form)
  const keys = useLineKeys({ table, lines, columnsOf: rights.columnsOf, at, setAt: goTo })
  const stop = at ? undefined : (lines.blank ?? lines.lines[0]?.key)
  const onFocus = (line: string, column: string, { relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !table.current?.contains(relatedTarget)) keys.isPassing.current = true
    if (at?.line !== line || at.column !== column) goTo({ line, column })
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (isElsewhere(relatedTarget, table.current)) goTo(undefined)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- A table of editors.
    <table
      role="grid"
      className="lines"
      aria-label={field.label}
      aria-rowcount={lines.lines.length + 1}
      ref={table}
      onKeyDown={keys.onKeyDown}
      onInput={({ target: input }) => {
        keys.isPassing.current = false
        if (input instanceof HTMLInputElement) input.dataset['typed'] = 'true'
      }}
      onBlur={onBlur}
      onPaste={useLinePaste({ field, lines, columnsOf: rights.columnsOf, at })}
    >
      <LinesHead columns={columns} />
      <tbody>
        {lines.lines.map((line, index) => (
          <LineRow
            key={line.key}
            target={target}
            columns={columns}
            line={line}
            number={index + 1}
            state={stateOf(line, lines.blank)}
            preview={together(previews.get(line.key), figures.ofLine(line.key))}
            faults={faultsOf(line, form.faults, `${field.name}.${line.key}.`, words)}
            editors={isEdited(line.key) && !line.isRemoved ? rights.editorsOf(line) : undefined}
            stop={stop === line.key ? rights.editorsOf(line)[0] : undefined}
            mayRemove={rights.mayRemove}
            onFocus={onFocus}
            onEdit={lines.edit}
            onRemove={lines.remove}
            onBringBack={lines.bringBack}
          />
        ))}
      </tbody>
      <LinesFoot columns={columns} figures={figures} />
    </table>
  )
}

/** Whether the focus has left the grid. A list that an editor opens is elsewhere in the page. */
function isElsewhere(target: EventTarget | null, table: HTMLElement | null): boolean {
  return target instanceof Element && target.closest('.popover') === null && !table?.contains(target)
}

function LinesHead({ columns }: { readonly columns: readonly FieldMeta[] }) {
  const { words } = useShell()
  return (
    <thead>
      <tr>
        <td className="line-hold" />
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            data-type={column.type}
            data-aligned={kindOf(column).aligned}
            data-computed={isComputed(column) || undefined}
          >
            {headOf(column)}
            {column.required && !isComputed(column) ? <span className="field-required"> *</span> : null}
          </th>
        ))}
        <td className="line-end">
          <span className="visually-hidden">{words.lines.remove}</span>
        </td>
      </tr>
    </thead>
  )
}

/** What may be done to the lines: with the record, and with the records of their model. */
function useLineRights(field: LinesField, form: FormRights) {
  const { columns, target } = field.lines
  const isOpen = mayWrite(field, form)
  const { create, update } = target.may
  // The same lists each time, so that a line is not drawn again for them.
  const editors = useMemo(() => {
    const isEditor = (column: FieldMeta, action: 'create' | 'update') =>
      isOpen && !isComputed(column) && target.may[action] !== 'none' && (column.may?.[action] ?? 'all') !== 'none'
    const of = (action: 'create' | 'update') =>
      columns.filter((column) => isEditor(column, action)).map(({ name }) => name)
    return { create: of('create'), update: of('update') }
  }, [columns, target, isOpen])
  const editorsOf = (line: Line | undefined) => (line?.base ? editors.update : editors.create)
  return {
    editorsOf,
    columnsOf: (line: Line | undefined) => columns.filter(({ name }) => editorsOf(line).includes(name)),
    mayAdd: isOpen && create !== 'none' && editors.create.length > 0,
    mayRemove: isOpen && (target.may.delete !== 'none' || update !== 'none'),
  }
}

function stateOf({ key, base, values, isRemoved }: Line, blank: string | undefined): LineState {
  if (key === blank) return 'blank'
  if (isRemoved) return 'removed'
  if (!base) return 'added'
  return Object.keys(values).length > 0 ? 'changed' : 'same'
}

/** What follows from a line: its defaults, and what the service computes. */
function together(defaults: Shown | undefined, computed: Shown | undefined): Shown | undefined {
  return defaults && computed ? { ...defaults, ...computed } : (defaults ?? computed)
}

type Shown = Readonly<Record<string, Json>>

/** What is wrong with a line, by column: what was pasted and does not fit, and what a save found. */
function faultsOf(
  { values }: Line,
  faults: Readonly<Record<string, string>>,
  prefix: string,
  words: Words,
): Readonly<Record<string, string>> | undefined {
  const pasted = Object.entries(values).flatMap(([name, input]): [string, string][] => {
    const misfit = misfitOf(input)
    return misfit ? [[name, words.paste.misfit(misfit.pasted, misfit.fault)]] : []
  })
  const own = Object.entries(faults).filter(([name]) => name.startsWith(prefix))
  if (own.length + pasted.length === 0) return undefined
  return Object.fromEntries([...own.map(([name, fault]) => [name.slice(prefix.length), fault] as const), ...pasted])
}
