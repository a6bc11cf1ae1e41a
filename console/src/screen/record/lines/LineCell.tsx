import type { FocusEvent } from 'react'
import { ShownValue } from '../../../component/ShownValue.tsx'
import { ValueEditor } from '../../../component/form/ValueEditor.tsx'
import { inputOf } from '../../../draft/Draft.ts'
import { offerOf } from '../../../field/offerOf.ts'
import { draftOfLine, type Line } from '../../../draft/lines.ts'
import { misfitOf } from '../../../draft/misfit.ts'
import { FormValues } from '../../../expression/FormValues.ts'
import type { Input } from '../../../field/FieldKind.ts'
import { codeOf } from '../../../field/codeOf.ts'
import { asText, kindOf } from '../../../field/kinds.ts'
import { titleOfLink } from '../../../field/titleOfLink.ts'
import { rowOf } from '../../../meta/fieldTypes.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta, type RecordJson } from '../../../meta/ModelMeta.ts'
import { offeredValues } from '../../../meta/offeredValues.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'

/** What a cell is made from. */
export interface LineCellProps {
  readonly target: ModelMeta
  readonly column: FieldMeta
  readonly line: Line
  /** What follows from the line by defaults, and by what the service computes. */
  readonly preview: Readonly<Record<string, Json>> | undefined
  readonly fault: string | undefined
  /** Where the message of the fault is. */
  readonly faultId: string
  readonly isEditor: boolean
  /** Whether Tab leads here from outside of the grid. */
  readonly isStop: boolean
  /** What an empty line shows here. */
  readonly hint: string | undefined
  readonly onFocus: (event: FocusEvent) => void
  readonly onEdit: (input: Input) => void
}

/** A cell of a line: an editor while the focus is in its line, and text otherwise. */
export function LineCell(props: LineCellProps) {
  const { column, fault, faultId, isEditor, isStop, hint, onFocus } = props
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A cell of a grid.
    <td
      data-column={column.name}
      data-aligned={kindOf(column).aligned}
      data-computed={isComputed(column) || undefined}
      data-invalid={fault !== undefined || undefined}
      aria-invalid={fault === undefined || isEditor ? undefined : true}
      aria-errormessage={fault === undefined || isEditor ? undefined : faultId}
      aria-describedby={fault === undefined || isEditor ? undefined : faultId}
      tabIndex={isEditor ? undefined : isStop ? 0 : -1}
      onFocus={onFocus}
    >
      {isEditor ? <LineEditor {...props} /> : hint === undefined ? <LineText {...props} /> : hint}
    </td>
  )
}

function LineEditor({ target, column, line, preview, fault, onEdit }: LineCellProps) {
  const { words } = useShell()
  const draft = draftOfLine(line)
  const values = new FormValues(draft, target, words, {}, () => undefined)
  return (
    <ValueEditor
      field={column}
      input={editableOf(inputOf(draft, column, preview?.[column.name]), column)}
      offered={offeredValues(target, column, line.base?.[column.name])}
      offer={offerOf(column.where, (name) => values.of(name))}
      label={column.label}
      fault={fault}
      required={column.required}
      onEdit={onEdit}
    />
  )
}

/** What was pasted and does not fit can be mended in an input of text; other editors begin empty. */
function editableOf(input: Input, column: FieldMeta): Input {
  const misfit = misfitOf(input)
  if (!misfit) return input
  const isText = ['text', 'integer', 'decimal', 'json'].includes(rowOf(column.type).kind)
  return isText ? misfit.pasted : kindOf(column).toInput(null, column)
}

/** What a cell shows as text; a missing value is nothing. */
function LineText({ column, line, preview }: LineCellProps) {
  const { words } = useShell()
  const { find } = useSession()
  const { value, isTyped } = shownOf(column, line, preview, words)
  if (value === undefined) return '…'
  if (value === null || value === '') return null
  if (isTyped) return asText(value)
  if (column.type === 'reference') return <LineLink link={value} pick={find(column.target ?? '')?.pick} />
  const record = { ...line.base, ...preview, ...line.values } as unknown as RecordJson
  // The head of the column has a currency that is the same in all lines.
  const plain = typeof column.currency === 'string' ? withoutCurrency(column) : column
  const text = <ShownValue value={value} field={plain} record={record} />
  return preview?.[column.name] !== undefined && !isComputed(column) ? (
    <span className="line-default">{text}</span>
  ) : (
    text
  )
}

function withoutCurrency({ currency: _, ...field }: FieldMeta): FieldMeta {
  return field
}

/** A reference: what it is picked by, the code before the name. */
function LineLink({ link, pick = [] }: { readonly link: Json; readonly pick?: readonly string[] | undefined }) {
  const of = typeof link === 'object' && link !== null ? (link as Readonly<Record<string, Json>>) : {}
  const [code, name] = pick.map((field) => asText(of[field]))
  if (!code || !name) return <bdi>{titleOfLink(link)}</bdi>
  return (
    <bdi title={`${code} · ${name}`}>
      <span className="line-code">{code}</span>
      {name}
    </bdi>
  )
}

/** The value of a cell; undefined while it is not known. What was typed and is no value is shown as it was typed. */
function shownOf(
  column: FieldMeta,
  line: Line,
  preview: LineCellProps['preview'],
  words: Parameters<ReturnType<typeof kindOf>['read']>[2],
): { readonly value: Json | undefined; readonly isTyped: boolean } {
  const isTouched = line.base === undefined || Object.keys(line.values).length > 0
  if (isComputed(column)) {
    if (line.isRemoved) return { value: null, isTyped: false }
    return { value: isTouched ? preview?.[column.name] : (line.base?.[column.name] ?? null), isTyped: false }
  }
  const input = inputOf(draftOfLine(line), column, preview?.[column.name])
  const misfit = misfitOf(input)
  if (misfit) return { value: misfit.pasted, isTyped: true }
  if (column.type === 'reference') return { value: input, isTyped: false }
  const reading = kindOf(column).read(input, column, words)
  return 'value' in reading ? { value: reading.value, isTyped: false } : { value: input, isTyped: true }
}

/** The head of a column, with the currency that all its amounts have. */
export function headOf(column: FieldMeta): string {
  const code = typeof column.currency === 'string' ? codeOf(column, undefined) : undefined
  return code === undefined ? column.label : `${column.label}, ${code}`
}
