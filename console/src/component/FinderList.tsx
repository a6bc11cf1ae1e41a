import { type KeyboardEvent, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import type { Pick } from './PickList.tsx'
import { SearchBox } from './SearchBox.tsx'
import './finder.css'
import './listbox.css'
import './panel.css'

export interface FinderListProps {
  readonly title: string
  readonly find: string
  readonly clear: string
  /** What is said where nothing matches. */
  readonly none: string
  readonly text: string
  readonly picks: readonly Pick[]
  /** Whether the first is ready for Enter. */
  readonly isFirstMarked: boolean
  /** Whether the first has the focus of the list while somebody types, so that it is read aloud. */
  readonly isFirstRead?: boolean
  readonly onText: (text: string) => void
  readonly onPick: (id: string) => void
  /** Enter, where no arrow has chosen one: the first of what matches is meant. */
  readonly onFirst: () => void
}

/** A box, and what matches its text in the order it is given: the first is ready for Enter, arrows go to the others. */
export function FinderList({ title, find, clear, none, text, picks, ...rest }: FinderListProps) {
  const { isFirstMarked, isFirstRead = false, onText, onPick, onFirst } = rest
  const [isMoved, setMoved] = useState(false)
  const onType = (next: string) => {
    setMoved(false)
    onText(next)
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setMoved(true)
    if (event.key !== 'Enter' || isMoved) return
    event.preventDefault()
    event.stopPropagation()
    onFirst()
  }
  return (
    <div className="pick-list finder-list" data-first={(isFirstMarked && !isMoved) || undefined}>
      <Autocomplete inputValue={text} onInputChange={onType} disableAutoFocusFirst={!isFirstRead}>
        <div className="finder-box" onKeyDownCapture={onKeyDownCapture}>
          <SearchBox label={find} clear={clear} />
        </div>
        <ListBox
          className="listbox"
          aria-label={title}
          items={picks}
          selectionMode="single"
          onSelectionChange={(keys) => {
            const [first] = keys === 'all' ? [] : [...keys]
            if (first !== undefined) onPick(String(first))
          }}
          renderEmptyState={() => <p className="option dim">{none}</p>}
        >
          {(pick: Pick) => (
            <ListBoxItem className="option" id={pick.id} textValue={pick.label}>
              <span className="option-label">{pick.label}</span>
              {pick.note === undefined ? null : <span className="option-note">{pick.note}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </div>
  )
}
