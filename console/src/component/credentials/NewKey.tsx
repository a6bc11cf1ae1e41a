import { type FormEvent, useState } from 'react'
import type { Input } from '../../field/FieldKind.ts'
import { kinds } from '../../field/kinds.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { TextField } from '../Field.tsx'
import { useCreateKey } from '../../query/accessQueries.ts'
import { Failed } from '../Failed.tsx'
import { ValueEditor } from '../form/ValueEditor.tsx'
import { KeyLimits, noLimits, roles, toSent } from './KeyLimits.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { ShownKey } from '../ShownKey.tsx'

const expiresOn: FieldMeta = { name: 'expiresOn', type: 'dateTime', label: '' }

/** Makes an API key for a user and shows it, this once. */
export function NewKey({ user, onClose }: { readonly user: { readonly id: number }; readonly onClose: () => void }) {
  const { service, words } = useShell()
  const make = useCreateKey(service)
  const [name, setName] = useState('')
  const [expires, setExpires] = useState<Input>('')
  const [limits, setLimits] = useState(noLimits)
  const [isTried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if ('fault' in until || 'fault' in limited || name.trim() === '') return
    make.mutate({
      user: { id: user.id },
      name: name.trim(),
      expiresOn: until.value,
      roles: limited.value,
      ...toSent(limits),
    })
  }
  const until = kinds.dateTime.read(expires, expiresOn, words)
  const limited = kinds.links.read(limits.roles, roles, words)
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
        <KeyLimits limits={limits} onChange={setLimits} />
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
