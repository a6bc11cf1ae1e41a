import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import './drawer.css'
import './overlay.css'

/** A dialog at the side of the screen, for work that takes some steps. Escape closes it, and focus returns. */
export function Drawer({
  title,
  close,
  isOpen,
  isBusy = false,
  onClose,
  footer,
  children,
}: {
  readonly title: string
  /** What the button that closes it says. */
  readonly close: string
  readonly isOpen: boolean
  /** Whether something is under way that must not be left by mistake. */
  readonly isBusy?: boolean
  readonly onClose: () => void
  readonly footer?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <ModalOverlay
      className="overlay drawer-overlay"
      isOpen={isOpen}
      isKeyboardDismissDisabled={isBusy}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className="drawer">
        <Dialog className="drawer-dialog">
          <header className="drawer-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <Button
              weight="quiet"
              icon={<Icon name="clear" />}
              aria-label={close}
              isDisabled={isBusy}
              onPress={onClose}
            />
          </header>
          <div className="drawer-body">{children}</div>
          {footer ? <footer className="drawer-foot">{footer}</footer> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
