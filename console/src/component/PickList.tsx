import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Icon } from './Icon.tsx'
import { SearchBox } from './SearchField.tsx'
import './listbox.css'
import './panel.css'

/** Something to pick: its label, and what is known about it. */
export interface Pick {
  readonly id: string
  readonly label: string
  readonly note?: string | undefined
}

interface PickListProps {
  readonly label: string
  readonly picks: readonly Pick[]
  /** What the box for typing ahead says; without it there is none. */
  readonly find?: string | undefined
  readonly clear: string
  readonly none: string
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: (selected: ReadonlySet<string>) => void
  readonly onPick?: (id: string) => void
}

/** A list to pick one from, or several, that gets shorter as one types. Focus stays in the box; arrows move. */
export function PickList({ label, picks, find, clear, none, selected, onSelect, onPick }: PickListProps) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const isMany = onSelect !== undefined
  const list = (
    <ListBox
      className="listbox"
      aria-label={label}
      autoFocus={find === undefined ? 'first' : false}
      items={picks}
      selectionMode={isMany ? 'multiple' : 'single'}
      // Escape closes the panel, and leaves what was chosen.
      escapeKeyBehavior="none"
      selectedKeys={selected ?? []}
      onSelectionChange={(keys) => {
        const ids = keys === 'all' ? picks.map(({ id }) => id) : [...keys].map(String)
        if (isMany) onSelect(new Set(ids))
        else if (ids[0] !== undefined) onPick?.(ids[0])
      }}
      renderEmptyState={() => <p className="option dim">{none}</p>}
    >
      {(pick: Pick) => (
        <ListBoxItem className="option" id={pick.id} textValue={pick.label}>
          {isMany ? (
            <span className="option-check">
              <Icon name="check" size={12} />
            </span>
          ) : null}
          <span className="option-label">{pick.label}</span>
          {pick.note === undefined ? null : <span className="option-note">{pick.note}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  )
  if (find === undefined) return <div className="pick-list">{list}</div>
  return (
    <div className="pick-list">
      <Autocomplete filter={contains}>
        <SearchBox label={find} clear={clear} />
        {list}
      </Autocomplete>
    </div>
  )
}
