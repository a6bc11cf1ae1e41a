import { type FormEvent, useState } from 'react'
import type { Json } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { TextField } from '../../../component/Field.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Panel } from '../../../component/Panel.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'
import type { ViewWrites } from '../../../shell/useViewWrites.ts'

/** Keeps the list as it is under a name. */
export function SaveViewPanel({
  model,
  parts,
  isCopy,
  writes,
}: {
  readonly model: string
  readonly parts: Readonly<Record<string, Json>>
  /** Whether another view is shown, of which it is a copy. */
  readonly isCopy: boolean
  readonly writes: ViewWrites
}) {
  const { words } = useShell()
  const title = isCopy ? words.views.saveAs : words.views.save
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || writes.isBusy) return
    void writes.create(model, name.trim(), parts).then((saved) => {
      if (saved === undefined) return
      setOpen(false)
      setName('')
    })
  }
  return (
    <Panel
      title={title}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button weight="quiet" small icon={<Icon name="add" />}>
          {title}
        </Button>
      }
    >
      <form className="views-form" onSubmit={save}>
        <TextField label={words.views.name} value={name} onChange={setName} autoFocus autoComplete="off" />
        <div className="panel-actions">
          <WriteButton type="submit" weight="primary" small isDisabled={name.trim() === ''}>
            {words.views.save}
          </WriteButton>
        </div>
      </form>
    </Panel>
  )
}
