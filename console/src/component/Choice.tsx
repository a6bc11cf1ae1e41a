import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'
import './choice.css'
import './input.css'
import './listbox.css'

/** One of several options. */
export interface Option {
  readonly value: string
  readonly label: string
}

/** An input for one of a few options, with none among them unless one is required. */
export function Choice({
  label,
  help,
  fault,
  required,
  readOnly,
  mark,
  options,
  value,
  onChange,
  none,
  always = false,
}: FieldProps & {
  readonly options: readonly Option[]
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** What stands for no value. */
  readonly none: string
  /** Whether there is always a value, though nobody has to fill it in. */
  readonly always?: boolean
}) {
  const all = required || always ? options : [{ value: '', label: none }, ...options]
  return (
    <Select
      className="field"
      value={value ?? ''}
      onChange={(key) => onChange(key === '' || key === null ? null : String(key))}
      isInvalid={fault !== undefined}
      isRequired={required ?? false}
      isDisabled={readOnly ?? false}
      validationBehavior="aria"
      placeholder={none}
    >
      <FieldLabel label={label} required={required} mark={mark} />
      <Button className="input choice">
        <SelectValue className="choice-value" />
        <Icon name="open" />
      </Button>
      <FieldNotes help={help} fault={fault} />
      <Popover className="popover">
        <ListBox className="listbox" items={all.map((option) => ({ ...option, id: option.value }))}>
          {(option) => (
            <ListBoxItem className="option" id={option.id} textValue={option.label}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
