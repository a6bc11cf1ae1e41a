import { type KeyboardEvent, useRef } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  const onClear = () => {
    onChange('')
    onSubmit('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && (event.key !== 'Escape' || value === ''))) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') onSubmit(value)
    else onClear()
  }
  return (
    <div className="search-field" data-empty={value === '' || undefined}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {/* Escape does the same, so that Tab need not stop here. */}
      <button type="button" className="search-clear" aria-label={clear} tabIndex={-1} onClick={onClear}>
        <Icon name="clear" size={14} />
      </button>
    </div>
  )
}
