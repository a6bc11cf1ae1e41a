import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { Icon } from './Icon.tsx'
import './input.css'
import './search-field.css'

/** A box for words to find. Enter finds; the cross, or Escape, takes them back and finds all again. */
export function SearchField({
  label,
  placeholder = label,
  clear,
  value,
  onChange,
  onSubmit,
}: {
  readonly label: string
  /** What can be typed; the label if absent. */
  readonly placeholder?: string
  readonly clear: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: (value: string) => void
}) {
  return (
    <AriaSearchField
      className="search-field"
      aria-label={label}
      value={value}
      onChange={onChange}
      onSubmit={onSubmit}
      onClear={() => onSubmit('')}
    >
      <Icon name="search" />
      <Input className="input" placeholder={placeholder} />
      <Button className="search-clear" aria-label={clear}>
        <Icon name="clear" size={14} />
      </Button>
    </AriaSearchField>
  )
}

/**
 * The box of a list that gets shorter as one types. It has the focus from the beginning, and its arrow keys go through
 * the list: it is what screen readers know as a combo box whose list is always open.
 */
export function SearchBox({ label, clear }: { readonly label: string; readonly clear: string }) {
  return (
    <AriaSearchField className="search-field" aria-label={label} type="text" autoFocus>
      <Icon name="search" />
      <Input className="input" placeholder={label} role="combobox" aria-expanded />
      <Button className="search-clear" aria-label={clear}>
        <Icon name="clear" size={14} />
      </Button>
    </AriaSearchField>
  )
}
