import { useState } from 'react'
import { TextField } from '../../component/Field.tsx'
import { useLoginMethods, usePassword, useSendsLinks } from '../../query/queries.ts'
import { AddressForm } from './AddressForm.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { LetterKeys } from './LetterKeys.tsx'
import { TimeZoneChoice } from './TimeZoneChoice.tsx'
import { Failed } from '../../component/Failed.tsx'
import { KeyList } from '../../component/credentials/KeyList.tsx'
import { Logins } from '../../component/credentials/Logins.tsx'
import { FactorList } from '../../component/credentials/FactorList.tsx'
import { SessionList } from '../../component/credentials/SessionList.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import '../../component/compared.css'
import { WriteButton } from '../../component/WriteButton.tsx'
import './me.css'

/** One's own account: who one is, another password, and the other sessions. */
export function MeScreen() {
  const { service, words, formats } = useShell()
  const { me } = useSession()
  const { data: methods } = useLoginMethods(service)
  // Whoever came by a provider has no password that opens anything, unless all may log in with one.
  const isOwnPassword = methods?.passwords === 'all' || !me.session?.provider
  return (
    <div className="page me">
      <h1>{words.frame.me}</h1>
      <dl className="compared">
        <Line label={words.login.username} value={me.username} />
        <Line label={words.me.name} value={me.name || words.value.none} />
        <Line label={words.me.roles} value={me.admin ? words.me.admin : me.roles.join(', ') || words.value.none} />
        {me.session ? <Line label={words.me.since} value={formats.dateTime(me.session.since)} /> : null}
      </dl>
      <LanguageChoice />
      <TimeZoneChoice />
      <LetterKeys />
      {isOwnPassword ? <PasswordForm /> : null}
      {useSendsLinks(service) ? <AddressForm /> : null}
      {me.session && !me.seenBy ? <SessionList user={me} /> : null}
      {me.seenBy ? null : <KeyList user={me} />}
      {me.session && !me.seenBy ? <FactorList /> : null}
      <Logins user={me} />
    </div>
  )
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="compared-line" data-changed>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function PasswordForm() {
  const { service, words, notify } = useShell()
  const password = usePassword(service)
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  const onSubmit = () =>
    password.mutate(
      { old, next },
      {
        onSuccess: () => {
          setOld('')
          setNext('')
          notify({ text: words.me.changed })
        },
      },
    )
  return (
    <form
      className="me-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <h2>{words.me.password}</h2>
      <TextField
        label={words.me.old}
        name="old"
        type="password"
        autoComplete="current-password"
        value={old}
        onChange={setOld}
      />
      <TextField
        label={words.me.next}
        name="new"
        type="password"
        autoComplete="new-password"
        help={words.me.rule}
        value={next}
        onChange={setNext}
      />
      {password.error ? <Failed error={password.error} title={words.refusal.notSaved} /> : null}
      <WriteButton type="submit" isDisabled={password.isPending || old === '' || next === ''}>
        {words.me.change}
      </WriteButton>
    </form>
  )
}
