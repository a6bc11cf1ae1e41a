import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { LockedButton } from './LockedButton.tsx'
import { useSession, useShell } from '../shell/Shell.tsx'

/**
 * A button that changes something. It is locked, and says why, for those who may not do it, and while an administrator
 * looks as another user.
 */
export function WriteButton({
  onLocked,
  ...props
}: ComponentProps<typeof Button> & {
  /** Opens why it may not be done; undefined for what may be done. */
  readonly onLocked?: (() => void) | undefined
}) {
  const { words, notify } = useShell()
  const { me } = useSession()
  const onWhy = me.seenBy ? () => notify({ text: words.seeAs.lockedWhy(me.username) }) : onLocked
  if (!onWhy) return <Button {...props} />
  const label = props['aria-label'] ?? (typeof props.children === 'string' ? props.children : '')
  return (
    <LockedButton label={words.record.mayNot(label)} small={props.small ?? false} onWhy={onWhy}>
      {props.children}
    </LockedButton>
  )
}
