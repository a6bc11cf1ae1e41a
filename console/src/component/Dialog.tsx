import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import './dialog.css'
import './overlay.css'

/** A dialog over the screen. Escape closes it unless it is required, and focus returns to where it was. */
export function Dialog({
  title,
  isOpen,
  onClose,
  isRequired = false,
  children,
}: {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose?: () => void
  /** Whether nothing else can be done before it is answered. */
  readonly isRequired?: boolean
  readonly children: ReactNode
}) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isDismissable={!isRequired}
      isKeyboardDismissDisabled={isRequired}
      onOpenChange={(open) => {
        if (!open) onClose?.()
      }}
    >
      <Modal className="modal">
        <AriaDialog className="dialog">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
