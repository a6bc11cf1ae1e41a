import type { Draft } from '../../draft/Draft.ts'
import { linesOf } from '../../draft/lines.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'
import { focusInForm } from './focusInForm.ts'
import './fault-list.css'

/** What is wrong with a record, field by field; the name of a field leads to it. */
export function FaultList({
  model,
  draft,
  faults,
}: {
  readonly model: ModelMeta
  readonly draft: Draft
  readonly faults: Readonly<Record<string, string>>
}) {
  return (
    <ul className="fault-list">
      {Object.entries(faults).map(([name, message]) => (
        <li key={name}>
          <FieldLink model={model} draft={draft} name={name} /> {message}
        </li>
      ))}
    </ul>
  )
}

/** The names of fields alone, for those whose faults are beside them already. */
export function FaultyFields({ model, draft, names }: OfForm & { readonly names: readonly string[] }) {
  return (
    <ul className="fault-list fault-names">
      {names.map((name) => (
        <li key={name}>
          <FieldLink model={model} draft={draft} name={name} />
        </li>
      ))}
    </ul>
  )
}

/** What is no field of the form is named and leads nowhere. The cell of a line is called by the line's number. */
function FieldLink({ model, draft, name }: OfForm & { readonly name: string }) {
  const { words } = useShell()
  const [first = '', key = '', column = ''] = name.split('.')
  const field = model.fields.find((one) => one.name === first)
  const number = field?.lines ? linesOf(draft, field).findIndex((line) => line.key === key) + 1 : 0
  if (!field || (first !== name && number === 0)) return name
  const label = field.lines?.columns.find((each) => each.name === column)?.label ?? column
  return (
    <button
      type="button"
      className="fault-link"
      onClick={() => (number > 0 ? focusCell(key, column) : focusField(name))}
    >
      {number > 0 ? words.lines.place(number, label) : field.label}
    </button>
  )
}

interface OfForm {
  readonly model: ModelMeta
  readonly draft: Draft
}

function focusCell(key: string, column: string): void {
  const cell = `[data-line="${CSS.escape(key)}"] [data-column="${CSS.escape(column)}"]`
  focusInForm(document.querySelector<HTMLElement>(`.record-form ${cell}`))
}

/** The inputs of a field, in the order in which they are wanted. */
const inputs = ['[aria-invalid="true"]', 'input, textarea, button.input, [role="spinbutton"]']

function focusField(name: string): void {
  const part = document.querySelector(`.record-form [data-name="${CSS.escape(name)}"]`)
  const input = inputs.flatMap((each) => [...(part?.querySelectorAll<HTMLElement>(each) ?? [])])[0]
  focusInForm(input)
}
