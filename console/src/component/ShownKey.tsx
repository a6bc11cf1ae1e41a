import { useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { CopyButton } from './CopyButton.tsx'
import { useShell } from '../shell/Shell.tsx'
import './shown-key.css'
import './filter/filter.css'

/** A new key or secret, which nobody can see again: the dialog stays until somebody says that it was kept. */
export function ShownKey({
  title,
  token,
  onClose,
}: {
  readonly title: string
  readonly token: string
  readonly onClose: () => void
}) {
  const { words } = useShell()
  const [isKept, setKept] = useState(false)
  return (
    <Dialog title={title} isOpen isRequired>
      <p>{words.user.keyOnce}</p>
      <code className="shown-key">{token}</code>
      <CopyButton autoFocus text={token}>
        {words.user.copy}
      </CopyButton>
      <label className="filter-missing">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
        {words.user.kept}
      </label>
      <div className="dialog-actions">
        <Button weight="primary" isDisabled={!isKept} onPress={onClose}>
          {words.user.close}
        </Button>
      </div>
    </Dialog>
  )
}
