import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { FinderList, type FinderListProps } from './FinderList.tsx'
import './dialog.css'
import './finder.css'
import './overlay.css'

interface FinderProps extends Omit<FinderListProps, 'isFirstMarked'> {
  readonly onClose: () => void
}

/** A box over the screen that offers what matches its text: the first is ready for Enter, arrows go to the others. */
export function Finder({ onClose, ...list }: FinderProps) {
  return (
    <ModalOverlay className="overlay finder-overlay" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className="modal">
        <Dialog className="finder" aria-label={list.title}>
          <FinderList {...list} isFirstMarked />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
