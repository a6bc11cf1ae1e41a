import { lazy, type ReactNode, Suspense } from 'react'
import type { Input } from '../../field/FieldKind.ts'
import { asText, incompleteDate, labelOf } from '../../field/kinds.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { Choice } from '../Choice.tsx'
import { type FieldProps, TextField } from '../Field.tsx'
import { Switch } from '../Switch.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'

// Dates bring half of the widgets with them: they come when a form has one.
const DateInput = lazy(() => import('../DateInput.tsx').then((module) => ({ default: module.DateInput })))

/** What the editor of a value is given: the field, what it holds, and what stands around it. */
export type ValueEditorProps = FieldProps & {
  readonly field: FieldMeta
  readonly input: Input
  /** The values of a choice to offer, if not all and none. What is chosen already is offered, too. */
  readonly offered?: readonly string[] | undefined
  readonly onEdit: (input: Input) => void
}

/** The editor of a value, by the type of its field. */
export function ValueEditor({ field, input, offered, onEdit, ...common }: ValueEditorProps): ReactNode {
  const { words } = useShell()
  switch (field.type) {
    case 'boolean':
      if (!isAlwaysThere(field, input)) break
      return (
        <Switch
          {...common}
          isSelected={input === true}
          shown={input === true ? words.value.yes : words.value.no}
          onChange={onEdit}
        />
      )
    case 'reference':
    case 'links':
      return <ReferencePicker {...common} field={field} value={input} onChange={onEdit} />
    case 'date':
    case 'dateTime':
      return <DateEditor {...common} field={field} input={input} onEdit={onEdit} />
    case 'choice':
      break
    default:
      return <TextEditor {...common} field={field} input={input} onEdit={onEdit} />
  }
  return (
    <Choice
      {...common}
      options={optionsOf(field, words.value).filter(
        ({ value }) => offered?.includes(value) !== false || value === input,
      )}
      always={offered !== undefined}
      value={input === null ? null : asText(input)}
      none={words.value.none}
      onChange={(value) => onEdit(field.type === 'boolean' && value !== null ? value === 'true' : value)}
    />
  )
}

/** A required yes or no needs no third state; one that is missing still shows that it is. */
function isAlwaysThere({ required }: FieldMeta, input: Input): boolean {
  return required === true && input !== null
}

function DateEditor({ field, input, onEdit, ...common }: ValueEditorProps) {
  const { words, formats } = useShell()
  const text = asText(input)
  const isMoment = field.type === 'dateTime'
  const calendar = {
    clear: words.list.clear,
    calendar: words.record.calendar,
    previous: words.record.previousMonth,
    next: words.record.nextMonth,
  }
  return (
    <Suspense fallback={<TextField {...common} value={text} onChange={onEdit} />}>
      <DateInput
        {...common}
        value={text}
        onChange={onEdit}
        incomplete={incompleteDate}
        timeZone={isMoment ? formats.timeZone : undefined}
        title={
          isMoment && text !== '' && text !== incompleteDate
            ? words.value.utc(text.replace('T', ' ').replace('Z', ''))
            : undefined
        }
        words={calendar}
      />
    </Suspense>
  )
}

function TextEditor({ field, input, onEdit, ...common }: ValueEditorProps) {
  const { words } = useShell()
  const isNumber = field.type === 'integer' || field.type === 'decimal'
  return (
    <TextField
      {...common}
      help={field.secret ? words.record.secret : common.help}
      value={asText(input)}
      onChange={onEdit}
      name={field.name}
      autoComplete={field.secret ? 'new-password' : 'off'}
      lines={field.multiline || field.type === 'json' ? 4 : 1}
      mono={field.type === 'json' || field.view === 'code'}
      type={field.secret ? 'password' : 'text'}
      inputMode={isNumber ? 'decimal' : 'text'}
    />
  )
}

function optionsOf(field: FieldMeta, words: { readonly yes: string; readonly no: string }) {
  if (field.type === 'boolean')
    return [
      { value: 'true', label: words.yes },
      { value: 'false', label: words.no },
    ]
  return (field.values ?? []).map((value) => ({ value, label: labelOf(value, field) }))
}
