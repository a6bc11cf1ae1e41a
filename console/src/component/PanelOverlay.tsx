import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import './listbox.css'
import './panel.css'

/** The dialog of a panel, beside its button. */
export function PanelOverlay({
  id,
  button,
  title,
  isOpen,
  onOpenChange,
  children,
}: {
  readonly id: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly title: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly children: ReactNode
}) {
  const main = isOpen ? document.querySelector('main') : null
  return (
    <Popover
      className="popover panel"
      placement="bottom start"
      triggerRef={button}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      // Inside of the landmark: the hidden buttons that dismiss a popover are content as well.
      {...(main ? { UNSTABLE_portalContainer: main } : {})}
    >
      <Dialog id={id} className="panel-body" aria-label={title}>
        {children}
      </Dialog>
    </Popover>
  )
}
