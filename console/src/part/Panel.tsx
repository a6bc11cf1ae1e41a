import type { ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import './listbox.css'
import './panel.css'

/** A small dialog beside the button that opens it. Escape closes it, and focus returns to the button. */
export function Panel({
  trigger,
  title,
  isOpen,
  onOpenChange,
  children,
}: {
  readonly trigger: ReactNode
  readonly title: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly children: ReactNode
}) {
  const main = isOpen ? document.querySelector('main') : null
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <Popover
        className="popover panel"
        placement="bottom start"
        // Inside of the landmark: the hidden buttons that dismiss a popover are content as well.
        {...(main ? { UNSTABLE_portalContainer: main } : {})}
      >
        <Dialog className="panel-body" aria-label={title}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
