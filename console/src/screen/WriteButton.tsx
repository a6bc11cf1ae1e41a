import type { ComponentProps } from 'react'
import { Button } from '../part/Button.tsx'
import { LockedButton } from '../part/LockedButton.tsx'
import { useSession, useShell } from './Shell.tsx'

/** A button that changes something. It is locked, and says why, while an administrator looks as another user. */
export function WriteButton(props: ComponentProps<typeof Button>) {
  const { words, say } = useShell()
  const { me } = useSession()
  if (!me.seenBy) return <Button {...props} />
  const label = props['aria-label'] ?? (typeof props.children === 'string' ? props.children : '')
  return (
    <LockedButton label={words.record.mayNot(label)} onWhy={() => say({ text: words.seeAs.lockedWhy(me.username) })}>
      {props.children}
    </LockedButton>
  )
}
