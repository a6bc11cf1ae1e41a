import { Button, type ButtonProps } from 'react-aria-components/Button'
import type { ShownTag } from '../field/tagsOf.ts'
import { Icon } from './Icon.tsx'
import './tag.css'

/** A value that opens a menu. */
export function TagButton({
  tag: { label, color },
  about,
  ...rest
}: Omit<ButtonProps, 'children' | 'className'> & {
  readonly tag: ShownTag
  /** What the value is of, for those who do not see where it stands. */
  readonly about: string
}) {
  return (
    <Button {...rest} className="tag tag-button" data-color={color}>
      <span className="visually-hidden">{about}</span>
      {label}
      <Icon name="open" size={12} />
    </Button>
  )
}
