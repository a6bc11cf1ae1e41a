import type { ReactNode } from 'react'
import { Button, type ButtonProps } from 'react-aria-components/Button'
import { Icon, type IconName } from './Icon.tsx'
import './bar-item.css'

interface ItemProps {
  readonly icon: IconName
  readonly children: ReactNode
}

/** A place in a bar: an icon above its name. */
export function BarLink({
  href,
  icon,
  isCurrent,
  children,
}: ItemProps & { readonly href: string; readonly isCurrent: boolean }) {
  return (
    <a className="bar-item" href={href} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} size={18} />
      {children}
    </a>
  )
}

/** A button in a bar. */
export function BarButton({ icon, children, ...rest }: ItemProps & Omit<ButtonProps, 'children' | 'className'>) {
  return (
    <Button {...rest} className="bar-item">
      <Icon name={icon} size={18} />
      {children}
    </Button>
  )
}
