import { Fragment, type RefObject } from 'react'
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { Icon } from './Icon.tsx'
import type { MenuLine, Placement } from './Menu.tsx'
import './listbox.css'
import './menu.css'

/** The lines of a menu, below its button. */
export function MenuOverlay({
  id,
  button,
  label,
  lines,
  placement,
  isOpen,
  onOpenChange,
}: {
  readonly id: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly lines: readonly MenuLine[]
  readonly placement: Placement
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}) {
  const main = isOpen ? document.querySelector('main') : null
  return (
    <Popover
      className="popover"
      placement={placement}
      aria-label={label}
      triggerRef={button}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      // Inside of the landmark: the hidden buttons that dismiss a popover are content as well.
      {...(main ? { UNSTABLE_portalContainer: main } : {})}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Who opens a menu goes on in it. */}
      <AriaMenu id={id} className="listbox" aria-label={label} autoFocus="first" onClose={() => onOpenChange(false)}>
        {lines.map((line) => (
          <Fragment key={line.id}>
            {line.isApart ? <Separator className="menu-line" /> : null}
            <Line line={line} />
          </Fragment>
        ))}
      </AriaMenu>
    </Popover>
  )
}

function Line({ line }: { readonly line: MenuLine }) {
  const { id, label, icon, hint, href, onAction, isDangerous = false, isDisabled = false } = line
  return (
    <MenuItem
      id={id}
      className={`option menu-item${isDangerous ? ' menu-danger' : ''}`}
      textValue={label}
      isDisabled={isDisabled}
      {...(href === undefined ? {} : { href })}
      {...(onAction ? { onAction } : {})}
    >
      {icon ? <Icon name={icon} /> : null}
      <span className="option-label">{label}</span>
      {hint === undefined ? null : <span className="menu-hint">{hint}</span>}
    </MenuItem>
  )
}
