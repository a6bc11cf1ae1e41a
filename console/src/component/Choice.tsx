import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, type SelectProps, SelectValue } from 'react-aria-components/Select'
import type { ShownTag } from '../field/tagsOf.ts'
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { Tag, Tags } from './Tags.tsx'
import './choice.css'
import './input.css'
import './listbox.css'

/** One of several options: a plain label, or a tag if it has a colour or is no longer in use. */
export interface Option extends ShownTag {
  /** What is to be known of it before it is chosen. */
  readonly note?: string | undefined
}

interface OptionsProps extends FieldProps {
  readonly options: readonly Option[]
  /** What stands for no value. */
  readonly none: string
}

/** An input for one of a few options, with none among them unless one is required. */
export function Choice({
  options,
  value,
  onChange,
  always = false,
  ...field
}: OptionsProps & {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Whether there is always a value, though nobody has to fill it in. */
  readonly always?: boolean
}) {
  const all = field.required || always ? options : [{ value: '', label: field.none }, ...options]
  return (
    <OptionSelect
      {...field}
      options={all}
      select={{
        value: value ?? '',
        onChange: (key) => onChange(key === '' || key === null ? null : String(key)),
      }}
    />
  )
}

/** An input for any number of a few options. The list stays open until it is left; the space bar ticks an option. */
export function Choices({
  values,
  onChange,
  ...field
}: OptionsProps & {
  readonly values: readonly string[]
  /** The values are in the order of the options. */
  readonly onChange: (values: readonly string[]) => void
}) {
  const { options, none } = field
  const chosen = options.filter(({ value }) => values.includes(value))
  return (
    <OptionSelect<'multiple'>
      {...field}
      select={{
        selectionMode: 'multiple',
        value: [...values],
        onChange: (keys) => onChange(options.map(({ value }) => value).filter((value) => keys.includes(value))),
      }}
      shown={chosen.length === 0 ? none : <Tags tags={chosen} />}
    />
  )
}

/** The label, the button and the list of a choice. */
function OptionSelect<Mode extends 'single' | 'multiple' = 'single'>({
  label,
  help,
  fault,
  required,
  readOnly,
  mark,
  options,
  none,
  select,
  shown,
}: OptionsProps & {
  readonly select: Pick<SelectProps<Option, Mode>, 'selectionMode' | 'value' | 'onChange'>
  /** What the button shows; the chosen option if absent. */
  readonly shown?: ReactNode
}) {
  const isMany = select.selectionMode === 'multiple'
  return (
    <Select<Option, Mode>
      {...select}
      className="field"
      isInvalid={fault !== undefined}
      isRequired={required ?? false}
      isDisabled={readOnly ?? false}
      validationBehavior="aria"
      placeholder={none}
    >
      <FieldLabel label={label} required={required} mark={mark} />
      <Button className="input choice">
        {shown === undefined ? (
          <SelectValue className="choice-value" />
        ) : (
          <SelectValue className="choice-value">{shown}</SelectValue>
        )}
        <Icon name="open" />
      </Button>
      <FieldNotes help={help} fault={fault} />
      <Popover className="popover">
        <ListBox className="listbox" items={options.map((option) => ({ ...option, id: option.value }))}>
          {(option) => (
            <ListBoxItem className="option" id={option.id} textValue={option.label}>
              {isMany ? (
                <span className="option-check">
                  <Icon name="check" size={12} />
                </span>
              ) : null}
              <OptionLabel option={option} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}

/** The label of an option. One without a colour is plain text, as the options of all other lists. */
export function OptionLabel({ option }: { readonly option: Option }) {
  const isTag = option.color !== undefined || option.isRetired === true
  return (
    <span className="option-label">
      {isTag ? <Tag tag={option} /> : option.label}
      {option.note === undefined ? null : <span className="choice-note"> {option.note}</span>}
    </span>
  )
}
