import { type FormEvent, useState } from 'react'
import type { Input } from '../../field/FieldKind.ts'
import { kinds } from '../../field/kinds.ts'
import type { FieldMeta, Json, RecordJson } from '../../meta/ModelMeta.ts'
import { roleModel } from '../../meta/ownModels.ts'
import { Button } from '../../component/Button.tsx'
import { Dialog } from '../../component/Dialog.tsx'
import { TextField } from '../../component/Field.tsx'
import { useCreateKey } from '../../query/accessQueries.ts'
import { Failed } from '../../component/Failed.tsx'
import { ReferencePicker } from '../../component/form/ReferencePicker.tsx'
import { ValueEditor } from '../../component/form/ValueEditor.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { ShownKey } from '../../component/ShownKey.tsx'

const roles: FieldMeta = { name: 'roles', type: 'links', label: '', target: roleModel }
const expiresOn: FieldMeta = { name: 'expiresOn', type: 'dateTime', label: '' }

/** Makes an API key for a user and shows it, this once. */
export function NewKey({ user, onClose }: { readonly user: RecordJson; readonly onClose: () => void }) {
  const { service, words } = useShell()
  const make = useCreateKey(service)
  const [name, setName] = useState('')
  const [expires, setExpires] = useState<Input>('')
  const [only, setOnly] = useState<Json>([])
  const [isTried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if ('fault' in until || 'fault' in limited || name.trim() === '') return
    make.mutate({ user: { id: user.id }, name: name.trim(), expiresOn: until.value, roles: limited.value })
  }
  const until = kinds.dateTime.read(expires, expiresOn, words)
  const limited = kinds.links.read(only, roles, words)
  if (make.data) return <ShownKey title={words.user.keyMade(name.trim())} token={make.data.token} onClose={onClose} />
  return (
    <Dialog title={words.user.newKey} isOpen onClose={onClose}>
      <form className="panel-form" onSubmit={submit} noValidate>
        {make.error ? <Failed error={make.error} title={words.refusal.notSaved} /> : null}
        <TextField
          label={words.user.keyName}
          help={words.user.keyNameHelp}
          fault={isTried && name.trim() === '' ? words.fault.required : undefined}
          required
          value={name}
          onChange={setName}
          autoComplete="off"
          autoFocus
        />
        <ValueEditor
          field={expiresOn}
          label={words.user.keyExpires}
          help={words.user.keyExpiresHelp}
          fault={isTried && 'fault' in until ? until.fault : undefined}
          input={expires}
          onEdit={setExpires}
        />
        <ReferencePicker
          label={words.user.keyRoles}
          help={words.user.keyRolesHelp}
          field={roles}
          value={only}
          onChange={setOnly}
        />
        <div className="dialog-actions">
          <Button onPress={onClose}>{words.criteria.cancel}</Button>
          <Button type="submit" weight="primary" isDisabled={make.isPending}>
            {words.user.makeKey}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
