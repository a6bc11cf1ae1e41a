import { type KeyboardEvent, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { Pick } from './PickList.tsx'
import { SearchBox } from './SearchField.tsx'
import './dialog.css'
import './finder.css'
import './listbox.css'
import './overlay.css'
import './panel.css'

interface FinderProps {
  readonly title: string
  readonly find: string
  readonly clear: string
  /** What is said where nothing matches. */
  readonly none: string
  readonly text: string
  readonly picks: readonly Pick[]
  readonly onText: (text: string) => void
  readonly onPick: (id: string) => void
  /** Enter, where no arrow has chosen one: the first of what matches is meant. */
  readonly onFirst: () => void
  readonly onClose: () => void
}

/** A box over the screen that offers what matches its text: the first is ready for Enter, arrows go to the others. */
export function Finder({ title, find, clear, none, text, picks, onText, onPick, onFirst, onClose }: FinderProps) {
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
    <ModalOverlay className="overlay finder-overlay" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className="modal">
        <Dialog className="pick-list finder" aria-label={title} data-moved={isMoved || undefined}>
          <Autocomplete inputValue={text} onInputChange={onType} disableAutoFocusFirst>
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
                  <span className="option-note">{pick.note}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
