import type { KeyboardEvent } from 'react'
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import type { ShownTag } from '../field/tagsOf.ts'
import { OptionLabel } from './Choice.tsx'
import { Icon } from './Icon.tsx'
import { SearchBox } from './SearchBox.tsx'
import './listbox.css'
import './panel.css'

/** Something to pick: its label, and what is known about it. */
export interface Pick {
  readonly id: string
  readonly label: string
  /** How it is shown, if not as text. */
  readonly tag?: ShownTag | undefined
  readonly note?: string | undefined
}

interface ManyProps {
  readonly picks: readonly Pick[]
  readonly selected?: ReadonlySet<string> | undefined
  readonly onSelect?: ((selected: ReadonlySet<string>) => void) | undefined
  /** Several are chosen, the one that is marked among them: Enter takes it and is done; the space bar ticks. */
  readonly onDone?: ((selected: ReadonlySet<string>) => void) | undefined
}

interface PickListProps extends ManyProps {
  readonly label: string
  /** What the box for typing ahead says; without it there is none. */
  readonly find?: string | undefined
  readonly clear: string
  readonly none: string
  readonly onPick?: (id: string) => void
}

/** A list to pick one from, or several, that gets shorter as one types. Focus stays in the box; arrows move. */
export function PickList({ label, picks, find, clear, none, selected, onSelect, onPick, onDone }: PickListProps) {
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
          <OptionLabel option={pick.tag ?? { value: pick.id, label: pick.label }} />
          {pick.note === undefined ? null : <span className="option-note">{pick.note}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  )
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) =>
    onManyKey(event, { picks, selected, onSelect, onDone })
  if (find === undefined)
    return (
      <div className="pick-list" onKeyDownCapture={onKeyDownCapture}>
        {list}
      </div>
    )
  return (
    <div className="pick-list" onKeyDownCapture={onKeyDownCapture}>
      <Autocomplete filter={contains}>
        <SearchBox label={find} clear={clear} />
        {list}
      </Autocomplete>
    </div>
  )
}

/** Enter takes what is marked and is done; in the box for typing ahead, the space bar ticks it. */
function onManyKey(event: KeyboardEvent<HTMLElement>, { picks, selected, onSelect, onDone }: ManyProps): void {
  const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
  const isTick = event.key === ' ' && event.target instanceof HTMLInputElement && !goesOn(event.target, picks)
  if (!onDone || (!isEnter && !isTick)) return
  event.preventDefault()
  event.stopPropagation()
  const marked = event.currentTarget.querySelector('.option[data-focused]')?.getAttribute('data-key')
  const chosen = new Set(selected)
  if (marked && isTick && chosen.has(marked)) chosen.delete(marked)
  else if (marked) chosen.add(marked)
  if (isEnter) onDone(chosen)
  else onSelect?.(chosen)
}

/** Whether a space is a part of what is being typed, since a label goes on with it. */
function goesOn({ value }: HTMLInputElement, picks: readonly Pick[]): boolean {
  const next = `${value} `.toLowerCase()
  return value !== '' && picks.some(({ label }) => label.toLowerCase().includes(next))
}
