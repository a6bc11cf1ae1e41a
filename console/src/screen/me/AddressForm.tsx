import { useState } from 'react'
import { asText } from '../../field/kinds.ts'
import { Failed } from '../../component/Failed.tsx'
import { TextField } from '../../component/Field.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'
import { useChangeEmail, useOwnAddress } from '../../query/linkQueries.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** One's own address, and the wish for another one. */
export function AddressForm() {
  const { service, words, notify } = useShell()
  const { me } = useSession()
  const { data } = useOwnAddress(service, me.id)
  const change = useChangeEmail(service)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const known = asText(data?.email)
  const onSuccess = () => {
    setEmail('')
    setPassword('')
    notify({ text: words.links.asked })
  }
  return (
    <form
      className="me-form"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ email, password }, { onSuccess })
      }}
    >
      <h2>{words.links.address}</h2>
      <p>{known === '' ? words.links.none : data?.emailVerifiedOn ? known : words.links.notConfirmed(known)}</p>
      <p className="dim">{words.links.addressHelp}</p>
      <TextField
        label={words.links.newAddress}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
      />
      <TextField
        label={words.links.password}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      {change.error ? <Failed error={change.error} title={words.refusal.notSaved} /> : null}
      <WriteButton type="submit" isDisabled={change.isPending || email === ''}>
        {words.links.change}
      </WriteButton>
    </form>
  )
}
