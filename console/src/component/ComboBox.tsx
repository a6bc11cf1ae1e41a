import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox, type Key } from 'react-aria-components/ComboBox'
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

interface ComboBoxProps extends FieldProps {
  /** The option that is chosen, if one alone can be; undefined if each choice comes on top of others. */
  readonly selected: number | null | undefined
  readonly text: string
  readonly options: readonly ComboOption[]
  /** What is said where there are no options. */
  readonly none: string
  readonly clear: string
  /** The list is opened or closed: what is open needs its options. */
  readonly onOpen: (isOpen: boolean) => void
  /** Something is typed; undefined if it is no more. */
  readonly onText: (text: string | undefined) => void
  readonly onChoose: (option: ComboOption | null) => void
}

/**
 * An input that offers what matches the text in it. The options come from the outside while one types. What is typed
 * and not chosen goes when the input is left.
 */
export function ComboBox({
  label,
  help,
  fault,
  required,
  readOnly,
  mark,
  selected,
  text,
  options,
  none,
  clear,
  onOpen,
  onText,
  onChoose,
}: ComboBoxProps) {
  // A choice among several closes the list, and is then no selection of the list any more.
  const [picked, setPicked] = useState<number | null>(null)
  const isMany = selected === undefined
  const onSelect = (key: Key | null) => {
    const chosen = options.find(({ id }) => id === key)
    // The list also tells what is chosen already, when it closes or the input is left.
    if (!chosen || chosen.id === selected) return onText(undefined)
    if (isMany) setPicked(chosen.id)
    return onChoose(chosen)
  }
  return (
    <AriaComboBox
      className="field"
      selectedKey={isMany ? picked : selected}
      onSelectionChange={onSelect}
      inputValue={text}
      onInputChange={onText}
      onBlur={() => onText(undefined)}
      onOpenChange={(isOpen) => {
        if (!isOpen) setPicked(null)
        onOpen(isOpen)
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
      <Options none={none} />
    </AriaComboBox>
  )
}

function Options({ none }: { readonly none: string }) {
  return (
    <Popover className="popover">
      <ListBox<ComboOption> className="listbox" renderEmptyState={() => <p className="option dim">{none}</p>}>
        {(option) => (
          <ListBoxItem className="option" id={option.id} textValue={option.label}>
            {option.label}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
