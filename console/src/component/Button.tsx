import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components/Button'
import './button.css'

/** How much a button asks for attention. */
export type Weight = 'primary' | 'plain' | 'quiet' | 'danger'

/** A button: with words, or with an icon alone and a label for those who can't see it. */
export function Button({
  weight = 'plain',
  small = false,
  icon,
  children,
  ...rest
}: Omit<AriaProps, 'children' | 'className'> & {
  readonly weight?: Weight
  readonly small?: boolean
  readonly icon?: ReactNode
  readonly children?: ReactNode
}) {
  const shape = children === undefined ? ' button-icon' : ''
  return (
    <AriaButton {...rest} className={`button button-${weight}${small ? ' button-small' : ''}${shape}`}>
      {icon}
      {children}
    </AriaButton>
  )
}
