import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './button.css'

/** A button for a forbidden action: focusable, marked as disabled, and opens the explanation. */
export function LockedButton({
  label,
  small = false,
  onWhy,
  children,
}: {
  /** What is said instead of the words on it. */
  readonly label: string
  readonly small?: boolean
  readonly onWhy: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      className={`button button-locked${small ? ' button-small' : ''}`}
      aria-disabled="true"
      aria-label={label}
      title={label}
      onClick={onWhy}
    >
      <Icon name="lock" size={14} />
      {children}
    </button>
  )
}
