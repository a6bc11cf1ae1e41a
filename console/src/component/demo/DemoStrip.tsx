import type { ReactNode } from 'react'
import { useShell } from '../../shell/Shell.tsx'
import './demo.css'

/** A line that only the demo has: what to try next, with the button for it. */
export function DemoStrip({ children, actions }: { readonly children: ReactNode; readonly actions?: ReactNode }) {
  const { words } = useShell()
  return (
    <aside className="demo-strip" aria-label={words.demo.demo}>
      <span className="demo-tag" aria-hidden="true">
        {words.demo.demo}
      </span>
      <p role="status">{children}</p>
      {actions ? <div className="demo-actions">{actions}</div> : null}
    </aside>
  )
}
