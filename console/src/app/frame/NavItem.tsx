import type { ReactNode } from 'react'
import type { Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'

/** A place to go to. Where the navigation is folded, its name shows under the pointer. */
export function NavItem({
  to,
  icon,
  isCurrent,
  children,
}: {
  readonly to: Route
  readonly icon: ReactNode
  readonly isCurrent: boolean
  readonly children: string
}) {
  return (
    <li>
      <a className="nav-item" href={toUrl(to)} aria-current={isCurrent ? 'page' : undefined} title={children}>
        {icon}
        <span className="nav-label">{children}</span>
      </a>
    </li>
  )
}
