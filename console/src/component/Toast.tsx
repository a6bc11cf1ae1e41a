import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { ToastMessage } from '../shell/Shell.tsx'
import { useShell } from '../shell/Shell.tsx'
import './toast.css'

const seconds = 12

/** What was done just now, in a corner, with the way back. It stays while it is pointed at or has the focus. */
export function Toast({ message, onEnd }: { readonly message: ToastMessage | undefined; readonly onEnd: () => void }) {
  const { words } = useShell()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!message || isHeld) return undefined
    const timer = setTimeout(onEnd, seconds * 1000)
    return () => clearTimeout(timer)
  }, [message, isHeld, onEnd])
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false) }
  const focus = { onFocus: () => setHeld(true), onBlur: () => setHeld(false) }
  return (
    <div className="toast" role="status" {...hold} {...focus}>
      {message ? (
        <div className="toast-text">
          <span>{message.text}</span>
          {message.undo ? (
            <Button
              small
              onPress={() => {
                message.undo?.()
                onEnd()
              }}
            >
              {words.record.undo}
            </Button>
          ) : null}
          <Button weight="quiet" small icon={<Icon name="clear" />} aria-label={words.list.clear} onPress={onEnd} />
        </div>
      ) : null}
    </div>
  )
}
