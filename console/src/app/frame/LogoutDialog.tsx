import { Button } from '../../component/Button.tsx'
import { Dialog } from '../../component/Dialog.tsx'
import { useShell } from '../../shell/Shell.tsx'

/** How many pending edits and drafts of forms a logout loses. */
export interface Lost {
  readonly edits: number
  readonly drafts: number
}

/** Asks whether what is not saved is to be lost with a logout. */
export function LogoutDialog({
  lost,
  onLogout,
  onClose,
}: {
  readonly lost: Lost
  readonly onLogout: () => void
  readonly onClose: () => void
}) {
  const { words } = useShell()
  return (
    <Dialog title={words.logout.title} isOpen onClose={onClose}>
      {lost.edits > 0 ? <p>{words.logout.edits(lost.edits)}</p> : null}
      {lost.drafts > 0 ? <p>{words.logout.drafts(lost.drafts)}</p> : null}
      <div className="dialog-actions">
        <Button autoFocus onPress={onClose}>
          {words.logout.stay}
        </Button>
        <Button
          weight="danger"
          onPress={() => {
            // Where the logout fails, the screen says so.
            onClose()
            onLogout()
          }}
        >
          {words.frame.logout}
        </Button>
      </div>
    </Dialog>
  )
}
