import type { ReactNode } from 'react'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import './see-as.css'

/** The striped bar above everything while an administrator looks as another user, and the way to end it. */
export function SeeAsBar({
  as,
  onEnd,
  children,
}: {
  readonly as: string
  readonly onEnd: () => void
  readonly children: ReactNode
}) {
  const { words } = useShell()
  return (
    <div className="see-as">
      <aside className="see-as-bar" aria-label={words.seeAs.bar}>
        <p>
          <Icon name="see" size={15} />
          <strong>{words.seeAs.seeing(as)}</strong>
          <span>{words.seeAs.locked}</span>
        </p>
        <Button small onPress={onEnd}>
          {words.seeAs.end}
        </Button>
      </aside>
      <div className="see-as-rest">{children}</div>
    </div>
  )
}
