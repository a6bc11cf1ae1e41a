import type { ReactNode } from 'react'
import type { Input } from '../../field/FieldKind.ts'
import { elementsOf } from '../../field/elementsOf.ts'
import { asText } from '../../field/kinds.ts'
import { toTag } from '../../field/tagsOf.ts'
import type { Words } from '../../i18n/Words.ts'
import type { FieldMeta, Json } from '../../meta/ModelMeta.ts'
import { type Offered, offeredOf } from '../../meta/offeredValues.ts'
import { Choice, Choices, type Option } from '../Choice.tsx'
import { type FieldProps, TextField } from '../Field.tsx'
import { Switch } from '../Switch.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { DateEditor } from './DateEditor.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'

/** What the editor of a value is given: the field, what it holds, and what stands around it. */
export type ValueEditorProps = FieldProps & {
  readonly field: FieldMeta
  readonly input: Input
  /** The values of a choice to offer; all that are in use if absent. What is chosen already is offered, too. */
  readonly offered?: Offered | undefined
  /** The criteria of the records to offer for a reference or links; all if absent. */
  readonly offer?: Json | undefined
  /** Whether a picker offers to create the record that it does not find. */
  readonly mayAdd?: boolean
  readonly onEdit: (input: Input) => void
}

/** The editor of a value, by the type of its field. */
export function ValueEditor({ field, input, offered, offer, mayAdd, onEdit, ...common }: ValueEditorProps): ReactNode {
  const { words } = useShell()
  const { values, always } = offered ?? offeredOf(field)
  const options = optionsOf(field, [...values, ...elementsOf(input)], words.value).map((option) => ({
    ...option,
    note: noteOf(option.value, offered, words.value),
  }))
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
      return <ReferencePicker {...common} {...{ field, offer, mayAdd }} value={input} onChange={onEdit} />
    case 'date':
    case 'dateTime':
      return <DateEditor {...common} field={field} input={input} onEdit={onEdit} />
    case 'choices':
      return (
        <Choices {...common} options={options} values={elementsOf(input)} none={words.value.none} onChange={onEdit} />
      )
    case 'choice':
      break
    default:
      return <TextEditor {...common} field={field} input={input} onEdit={onEdit} />
  }
  return (
    <Choice
      {...common}
      options={options}
      always={always}
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
      isNumber={isNumber}
    />
  )
}

/** What is to be known of a value before it is chosen: that it is final, and how many of several records may get it. */
function noteOf(value: string, { final = [], some }: Partial<Offered> = {}, words: Words['value']): string | undefined {
  const many = some?.many[value]
  const isPart = some !== undefined && many !== undefined && many < some.of
  const notes = [...(final.includes(value) ? [words.final] : []), ...(isPart ? [words.someOf(many, some.of)] : [])]
  return notes.length === 0 ? undefined : notes.join(' · ')
}

function optionsOf(
  field: FieldMeta,
  offered: readonly string[],
  words: { readonly yes: string; readonly no: string },
): readonly Option[] {
  if (field.type === 'boolean')
    return [
      { value: 'true', label: words.yes },
      { value: 'false', label: words.no },
    ]
  return (field.values ?? []).filter((value) => offered.includes(value)).map((value) => toTag(value, field))
}
