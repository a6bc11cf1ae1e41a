import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../component/Button.tsx'
import { mentionAt, type Person, withMention } from '../../../field/mentions.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { usePeople } from './usePeople.ts'
import '../../../component/input.css'
import '../../../component/listbox.css'

interface CommentBoxProps {
  readonly label: string
  readonly initial?: string
  /** The text of the button that sends it. */
  readonly send: string
  readonly isBusy: boolean
  readonly people: readonly Person[]
  readonly onSend: (body: string, done: () => void) => void
  readonly onCancel?: () => void
}

/** Where a comment is typed. An `@` offers people, and Ctrl with Enter sends it. */
export function CommentBox({ label, initial = '', send, isBusy, people, onSend, onCancel }: CommentBoxProps) {
  const { words } = useShell()
  const box = useMentionBox(initial, people)
  const isEmpty = box.text.trim() === ''
  const submit = () => {
    if (!isEmpty && !isBusy) onSend(box.text, box.clear)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (box.onKeyDown(event)) return event.preventDefault()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return undefined
    return event.preventDefault()
  }
  return (
    <div className="comment-box" data-keys="typed">
      <textarea
        {...box.input}
        className="input"
        rows={2}
        aria-label={label}
        placeholder={words.comments.hint}
        onKeyDown={onKeyDown}
      />
      {box.offered.length > 0 ? <People box={box} /> : null}
      <div className="comment-actions">
        {onCancel ? (
          <Button small onPress={onCancel}>
            {words.comments.cancel}
          </Button>
        ) : null}
        <Button small weight="primary" isDisabled={isEmpty || isBusy} onPress={submit}>
          {send}
        </Button>
      </div>
    </div>
  )
}

/** The people whom a name that is being typed may mean. */
function People({ box: { list, offered, active, choose } }: { readonly box: ReturnType<typeof useMentionBox> }) {
  const { words } = useShell()
  return (
    <div className="popover comment-people" role="listbox" id={list} aria-label={words.comments.people}>
      {offered.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The keys are those of the text area.
        <div
          key={person.username}
          id={`${list}-${index}`}
          className="option"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-focused={index === active || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <span>@{person.username}</span>
          {person.name ? <span className="dim">{person.name}</span> : null}
        </div>
      ))}
    </div>
  )
}

/** A text in which people are mentioned: what is typed, whom that may mean, and the keys to choose one. */
function useMentionBox(initial: string, people: readonly Person[]) {
  const list = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial)
  const [caret, setCaret] = useState(0)
  const [moved, setMoved] = useState<number | undefined>()
  const [active, setActive] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const mention = isClosed ? undefined : mentionAt(text, caret)
  const offered = usePeople(mention?.typed, people)
  useLayoutEffect(() => {
    if (moved !== undefined) area.current?.setSelectionRange(moved, moved)
  }, [moved])
  const choose = ({ username }: Person) => {
    if (!mention) return
    const next = withMention(text, mention, username)
    setText(next.text)
    setCaret(next.caret)
    setMoved(next.caret)
    area.current?.focus()
  }
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const person = offered[active]
    // A name may be whole already: then the comment can be sent at once.
    if (!person || ctrlKey || metaKey) return false
    if (key === 'ArrowDown') setActive((active + 1) % offered.length)
    else if (key === 'ArrowUp') setActive((active + offered.length - 1) % offered.length)
    else if (key === 'Enter' || key === 'Tab') choose(person)
    else if (key === 'Escape') setClosed(true)
    else return false
    return true
  }
  const isOffering = offered.length > 0
  const input = {
    ref: area,
    value: text,
    'aria-autocomplete': 'list',
    ...(isOffering ? { 'aria-controls': list, 'aria-activedescendant': `${list}-${active}` } : {}),
    onChange: ({ target }: { readonly target: HTMLTextAreaElement }) => {
      setText(target.value)
      setCaret(target.selectionStart)
      setMoved(undefined)
      setActive(0)
      setClosed(false)
    },
    onSelect: ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) =>
      setCaret(currentTarget.selectionStart),
  } as const
  return { text, input, list, offered, active, choose, onKeyDown, clear: () => setText('') }
}
