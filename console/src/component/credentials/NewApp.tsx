import { useEffect, useState } from 'react'
import { useBeginTotp, useConfirmTotp } from '../../query/factorQueries.ts'
import { useShell } from '../../shell/Shell.tsx'
import { Button } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { Dialog } from '../Dialog.tsx'
import { Failed } from '../Failed.tsx'
import { TextField } from '../Field.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import '../shown-key.css'
import './credentials.css'

/** Sets up an app for one-time codes: it gets the key, and shows that it has it by its first code. */
export function NewApp({ onClose }: { readonly onClose: () => void }) {
  const { service, words } = useShell()
  const { mutate, data: begun, error } = useBeginTotp(service)
  const confirm = useConfirmTotp(service)
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  useEffect(() => mutate(), [mutate])
  if (confirm.data) return <RecoveryCodes codes={confirm.data} onClose={onClose} />
  const failed = error ?? confirm.error
  return (
    <Dialog title={words.factors.setUp} isOpen onClose={onClose}>
      {failed ? <Failed error={failed} /> : null}
      {begun ? (
        <form
          className="credentials"
          onSubmit={(event) => {
            event.preventDefault()
            confirm.mutate({ code, name })
          }}
        >
          <p>{words.factors.setUpTells}</p>
          <code className="shown-key">{begun.secret.match(/.{4}/g)?.join(' ')}</code>
          <CopyButton text={begun.secret}>{words.user.copy}</CopyButton>
          <p>
            <a href={begun.uri}>{words.factors.openApp}</a>
          </p>
          <TextField label={words.factors.name} value={name} onChange={setName} />
          <TextField
            label={words.factors.code}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={setCode}
          />
          <div className="dialog-actions">
            <Button onPress={onClose}>{words.user.cancel}</Button>
            <Button type="submit" weight="primary" isDisabled={confirm.isPending || code === ''}>
              {words.factors.finish}
            </Button>
          </div>
        </form>
      ) : null}
    </Dialog>
  )
}
