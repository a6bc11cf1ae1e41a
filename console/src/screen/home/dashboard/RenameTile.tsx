import { type FormEvent, useState } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Dialog } from '../../../component/Dialog.tsx'
import { TextField } from '../../../component/Field.tsx'
import { useShell } from '../../../shell/Shell.tsx'

/** Asks for the heading of a tile; without one it says what it shows. */
export function RenameTile({
  label,
  onClose,
  onSave,
}: {
  readonly label: string
  readonly onClose: () => void
  readonly onSave: (label: string) => void
}) {
  const { dashboard: words } = useShell().words
  const [name, setName] = useState(label)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave(name.trim())
    onClose()
  }
  return (
    <Dialog title={words.rename} isOpen onClose={onClose}>
      <form onSubmit={save}>
        <TextField label={words.name} value={name} onChange={setName} autoFocus autoComplete="off" />
        <div className="dialog-actions">
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button type="submit" weight="primary">
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
