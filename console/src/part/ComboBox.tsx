import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'
import './combo-box.css'
import './input.css'
import './listbox.css'

/** A record to choose. */
export interface ComboOption {
  readonly id: number
  readonly label: string
}

/** An input that offers what matches the text in it. The options come from the outside while one types. */
export function ComboBox({
  label,
  help,
  fault,
  required,
  readOnly,
  mark,
  text,
  options,
  none,
  clear,
  onText,
  onChoose,
}: FieldProps & {
  readonly text: string
  readonly options: readonly ComboOption[]
  /** What is said where nothing matches. */
  readonly none: string
  readonly clear: string
  readonly onText: (text: string) => void
  readonly onChoose: (option: ComboOption | null) => void
}) {
  return (
    <AriaComboBox
      className="field"
      inputValue={text}
      onInputChange={onText}
      onSelectionChange={(key) => {
        const chosen = options.find(({ id }) => id === key)
        if (chosen) onChoose(chosen)
      }}
      items={options}
      allowsEmptyCollection
      isInvalid={fault !== undefined}
      isRequired={required ?? false}
      isReadOnly={readOnly ?? false}
      validationBehavior="aria"
      menuTrigger="focus"
    >
      <FieldLabel label={label} required={required} mark={mark} />
      <div className="combo">
        <Input className="input" />
        {text !== '' && !readOnly ? (
          <Button slot={null} className="search-clear" aria-label={`${clear}: ${label}`} onPress={() => onChoose(null)}>
            <Icon name="clear" size={14} />
          </Button>
        ) : null}
      </div>
      <FieldNotes help={help} fault={fault} />
      <Popover className="popover">
        <ListBox<ComboOption> className="listbox" renderEmptyState={() => <p className="option dim">{none}</p>}>
          {(option) => (
            <ListBoxItem className="option" id={option.id} textValue={option.label}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
