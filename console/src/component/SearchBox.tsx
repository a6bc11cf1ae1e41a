import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { SearchField } from 'react-aria-components/SearchField'
import { Icon } from './Icon.tsx'
import './input.css'
import './search-field.css'

/**
 * The box of a list that gets shorter as one types. It has the focus from the beginning, and its arrow keys go through
 * the list: it is what screen readers know as a combo box whose list is always open.
 */
export function SearchBox({ label, clear }: { readonly label: string; readonly clear: string }) {
  return (
    <SearchField className="search-field" aria-label={label} type="text" autoFocus>
      <Icon name="search" />
      <Input className="input" placeholder={label} role="combobox" aria-expanded />
      <Button className="search-clear" aria-label={clear}>
        <Icon name="clear" size={14} />
      </Button>
    </SearchField>
  )
}
