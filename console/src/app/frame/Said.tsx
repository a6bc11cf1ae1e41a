import { useEffect, useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import type { Saying } from '../../shell/Shell.tsx'
import { useShell } from '../../shell/Shell.tsx'
import './said.css'

const seconds = 12

/** What was done just now, in a corner, with the way back. It stays while it is pointed at or has the focus. */
export function Said({ saying, onEnd }: { readonly saying: Saying | undefined; readonly onEnd: () => void }) {
  const { words } = useShell()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!saying || isHeld) return undefined
    const timer = setTimeout(onEnd, seconds * 1000)
    return () => clearTimeout(timer)
  }, [saying, isHeld, onEnd])
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false) }
  const focus = { onFocus: () => setHeld(true), onBlur: () => setHeld(false) }
  return (
    <div className="said" role="status" {...hold} {...focus}>
      {saying ? (
        <div className="said-text">
          <span>{saying.text}</span>
          {saying.undo ? (
            <Button
              small
              onPress={() => {
                saying.undo?.()
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
