import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './notice.css'

/** A bar across a screen: something to know, with what can be done about it. */
export function Notice({
  tone,
  icon,
  title,
  children,
  actions,
}: {
  readonly tone: 'bad' | 'good' | 'plain' | 'theirs'
  readonly icon: IconName
  readonly title?: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div className="notice-text">
        {title ? <strong>{title}</strong> : null}
        {children}
      </div>
      {actions ? <div className="notice-actions">{actions}</div> : null}
    </div>
  )
}

/** What a screen shows where it has nothing else: an icon, a sentence, and what to do. */
export function Empty({
  icon,
  title,
  lead,
  isPage = false,
  children,
}: {
  readonly icon: IconName
  readonly title: string
  /** What else there is to say, below the title. */
  readonly lead?: string
  /** Whether it is all that the page has: then its title is that of the page. */
  readonly isPage?: boolean
  readonly children?: ReactNode
}) {
  return (
    <div className="empty">
      <Icon name={icon} size={28} />
      {isPage ? <h1>{title}</h1> : <p>{title}</p>}
      {lead === undefined ? null : <p>{lead}</p>}
      {children ? <div className="empty-actions">{children}</div> : null}
    </div>
  )
}
