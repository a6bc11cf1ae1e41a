import type { ReactNode } from 'react'
import type { Fold } from '../../history/foldWrites.ts'
import { useShell } from '../../shell/Shell.tsx'
import { Ago } from '../Ago.tsx'
import { Icon } from '../Icon.tsx'
import { Initials } from '../Initials.tsx'
import { WriteButton } from '../WriteButton.tsx'
import './activity.css'

/** What somebody did, as a sentence: who, what, when, and the way back. */
export function FoldLine({
  fold: [newest],
  text,
  href,
  onUndo,
  author,
  children,
}: {
  readonly fold: Fold
  readonly text: string
  /** Where it can be looked at. */
  readonly href: string
  /** Undefined where it can't be undone. */
  readonly onUndo: (() => void) | undefined
  /** Who did it; its author if absent. */
  readonly author?: { readonly name: string; readonly isPerson: boolean }
  readonly children?: ReactNode
}) {
  const { words } = useShell()
  const { by, on, name } = newest
  const who = author?.name ?? (by?.name || by?.username || words.value.somebody)
  const isPerson = author?.isPerson ?? name === undefined
  return (
    <li className="activity-line">
      {isPerson ? (
        <Initials name={who} />
      ) : (
        <span className="activity-logic">
          <Icon name="check" size={12} />
        </span>
      )}
      <p>
        <b>{who}</b> {text}
      </p>
      {children}
      <p className="activity-when">
        <a href={href}>
          <Ago moment={on} />
        </a>
        {onUndo ? (
          <WriteButton small weight="quiet" aria-label={words.activity.undo(`${who} ${text}`)} onPress={onUndo}>
            {words.record.undo}
          </WriteButton>
        ) : null}
      </p>
    </li>
  )
}
