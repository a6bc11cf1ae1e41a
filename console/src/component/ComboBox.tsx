import { type HTMLAttributes, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useContext, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox, ComboBoxStateContext, type Key } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { type ComboOption, OptionText } from './OptionText.tsx'
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx'
import { isFocusedQuietly } from './focusQuietly.ts'
import { Icon } from './Icon.tsx'
import { useShownBehind } from './useShownBehind.ts'
import { useTakeFirst } from './useTakeFirst.ts'
import './combo-box.css'
import './input.css'
import './listbox.css'

interface ComboBoxProps extends FieldProps {
  /** The option that is chosen, if one alone can be; undefined if each choice comes on top of others. */
  readonly selected: number | null | undefined
  readonly text: string
  readonly options: readonly ComboOption[]
  /** Whether the options are those of the text, and not of one before. */
  readonly isKnown: boolean
  /** What is said where there are no options. */
  readonly none: string
  readonly clear: string
  /** What is open needs its options. */
  readonly onOpen: (isOpen: boolean) => void
  /** Something is typed; undefined if it is no more. */
  readonly onText: (text: string | undefined) => void
  /** An option is chosen; null clears the choice, or takes out the last of several. */
  readonly onChoose: (option: ComboOption | null) => void
}

/**
 * An input that offers what matches the text in it. The options come from the outside while one types. Enter and Tab
 * take the first one; what is typed and not chosen goes when the input is left by the pointer.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, help, fault, required, readOnly = false, mark, selected, text, options, none, onText } = props
  const { picked, take, isTyped, isWaiting, onOpenChange, onLeave, ...keys } = useCombo(props)
  const box = useRef<HTMLDivElement>(null)
  return (
    <AriaComboBox
      className="field"
      selectedKey={selected === undefined ? picked : selected}
      onSelectionChange={take}
      inputValue={text}
      onInputChange={onText}
      onBlur={onLeave}
      onOpenChange={onOpenChange}
      items={options}
      allowsEmptyCollection
      isInvalid={fault !== undefined}
      isRequired={required ?? false}
      isReadOnly={readOnly}
      validationBehavior="aria"
    >
      <FieldLabel label={label} required={required} mark={mark} />
      <Box {...keys} box={box} isReadOnly={readOnly} isWaiting={isWaiting}>
        <Input className="input" />
        {text !== '' && !readOnly ? <Clear {...props} /> : null}
      </Box>
      <FieldNotes help={help} fault={fault} />
      <Options none={none} isTyped={isTyped} box={box} />
    </AriaComboBox>
  )
}

/** What is chosen among the options, by the list or by keys. */
function useCombo({ selected, text, options, isKnown, readOnly, onOpen, onText, onChoose }: ComboBoxProps) {
  // A choice among several closes the list, and is then no selection of the list any more.
  const [picked, setPicked] = useState<number | null>(null)
  const take = (key: Key | null) => {
    // Somebody deletes the text, maybe to type another one: one more Backspace clears the choice.
    if (key === null && selected !== null && selected !== undefined) return undefined
    const chosen = options.find(({ id }) => id === key)
    // The list also tells what is chosen already, when it closes or the input is left.
    if (!chosen || chosen.id === selected) return onText(undefined)
    if (selected === undefined) setPicked(chosen.id)
    return onChoose(chosen)
  }
  const ids = options.filter(({ isOther }) => !isOther).map(({ id }) => id)
  const first = useTakeFirst({ text, ids, isKnown, onTake: take, onText })
  return {
    picked,
    take,
    isTyped: first.isTyped,
    isWaiting: first.isWaiting,
    // Not in the capture phase: the input would be drawn with its old text before it has told the new one.
    onInput: first.onInput,
    onKeyDownCapture: (event: KeyboardEvent) => {
      first.onKeyDown(event)
      if (event.key !== 'Backspace' || text !== '' || readOnly || selected === null) return
      event.preventDefault()
      onChoose(null)
    },
    onLeave: () => {
      first.onLeave()
      onText(undefined)
    },
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) setPicked(null)
      onOpen(isOpen)
    },
  }
}

/** What is around the input: whoever goes to it, by keys or by the pointer, sees the list. */
function Box({
  box,
  isReadOnly,
  isWaiting,
  children,
  ...rest
}: HTMLAttributes<HTMLDivElement> & {
  readonly box: RefObject<HTMLDivElement | null>
  readonly isReadOnly: boolean
  /** Whether what was typed is taken as soon as the options for it are there. */
  readonly isWaiting: boolean
  readonly children: ReactNode
}) {
  const state = useContext(ComboBoxStateContext)
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  })
  useShownBehind(state?.isOpen ?? false, box)
  const open = (input: EventTarget) => {
    if (isReadOnly || !(input instanceof HTMLInputElement) || state?.isOpen) return
    // Where the focus scrolls the page, the list would close at once: it opens after that, unless a key did meanwhile.
    requestAnimationFrame(() => {
      const now = latest.current
      if (document.activeElement === input && !now?.isOpen) now?.open(null, 'manual')
    })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Of the input inside of it.
    <div
      {...rest}
      className="combo"
      data-waiting={isWaiting || undefined}
      ref={box}
      onFocus={({ target, relatedTarget }) => {
        // Who has just chosen gets the focus back from nowhere if the screen is drawn anew: the list stays closed.
        const hasChosen = relatedTarget === null && target instanceof HTMLInputElement && target.value !== ''
        if (!isFocusedQuietly(target) && !hasChosen) open(target)
      }}
      onClick={({ target }) => open(target)}
    >
      {children}
    </div>
  )
}

/** The cross is no stop of Tab: Backspace does the same where nothing is left to delete. */
function Clear({ clear, label, selected, onText, onChoose }: ComboBoxProps) {
  return (
    <Button
      slot={null}
      className="search-clear"
      excludeFromTabOrder
      aria-label={`${clear}: ${label}`}
      onPress={() => (selected === undefined ? onText(undefined) : onChoose(null))}
    >
      <Icon name="clear" size={14} />
    </Button>
  )
}

function Options({
  none,
  isTyped,
  box,
}: {
  readonly none: string
  readonly isTyped: boolean
  readonly box: RefObject<HTMLDivElement | null>
}) {
  const isOpen = useContext(ComboBoxStateContext)?.isOpen ?? false
  // Inside of the landmark or of the dialog, as all content of the page.
  const around = isOpen ? box.current?.closest<HTMLElement>('[role="dialog"], main') : null
  return (
    <Popover className="popover" {...(around ? { UNSTABLE_portalContainer: around } : {})}>
      <ListBox<ComboOption>
        className="listbox"
        data-typed={isTyped || undefined}
        renderEmptyState={() => <p className="option dim">{none}</p>}
      >
        {(option) => (
          <ListBoxItem className="option" id={option.id} textValue={option.label}>
            <OptionText option={option} />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
