import { type FormEvent, useState } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Dialog } from '../../../component/Dialog.tsx'
import { TextField } from '../../../component/Field.tsx'
import { useShell } from '../../../shell/Shell.tsx'

/** Asks for a name. */
export function NameDialog({
  title,
  label,
  isRequired = false,
  onClose,
  onSave,
}: {
  readonly title: string
  readonly label: string
  readonly isRequired?: boolean
  readonly onClose: () => void
  readonly onSave: (label: string) => void
}) {
  const { dashboard: words } = useShell().words
  const [name, setName] = useState(label)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isRequired && name.trim() === '') return
    onSave(name.trim())
    onClose()
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={save}>
        <TextField label={words.name} value={name} onChange={setName} autoFocus autoComplete="off" />
        <div className="dialog-actions">
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button type="submit" weight="primary" isDisabled={isRequired && name.trim() === ''}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
