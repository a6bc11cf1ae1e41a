import { type ReactNode, useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { Failed } from '../../component/Failed.tsx'
import { TextField } from '../../component/Field.tsx'
import { useForgotten, useSetPassword } from '../../query/linkQueries.ts'
import { toUrl } from '../../route/toUrl.ts'
import { isFailure } from '../../service/isFailure.ts'
import type { PasswordLink } from '../../service/LinksService.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useTitle } from '../../shell/useTitle.ts'
import './login.css'

/** A screen without a session, with the way to the login. */
function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { words } = useShell()
  useTitle(title)
  return (
    <main className="login">
      <div className="login-card">
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="32" height="32" />
        <h1>{title}</h1>
        {children}
        <a href={toUrl({ screen: 'login', to: '' })}>{words.links.back}</a>
      </div>
    </main>
  )
}

/** Asks for a link to set a new password. What it says then is the same for everybody. */
export function ForgottenScreen() {
  const { service, words } = useShell()
  const [name, setName] = useState('')
  const ask = useForgotten(service)
  if (ask.isSuccess)
    return (
      <Card title={words.links.forgotten}>
        <p role="status">{words.links.sent}</p>
      </Card>
    )
  return (
    <Card title={words.links.forgotten}>
      <form
        className="login-form"
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate(name)
        }}
      >
        <TextField
          label={words.links.name}
          name="username"
          autoComplete="username"
          autoFocus
          value={name}
          onChange={setName}
        />
        <AskFailed error={ask.error} />
        <Button type="submit" weight="primary" isDisabled={ask.isPending || name.trim() === ''}>
          {words.links.send}
        </Button>
      </form>
    </Card>
  )
}

function AskFailed({ error }: { readonly error: Error | null }) {
  const { words } = useShell()
  if (!error) return null
  return isFailure(error, 'unknown-path') ? <p role="alert">{words.links.noMails}</p> : <Failed error={error} />
}

/** Sets the password of the user of a link. The link is used when somebody sends the form, and not before. */
export function PasswordScreen({ link }: { readonly link: PasswordLink }) {
  const { service, words, linkToken, notify, go } = useShell()
  const [password, setPassword] = useState('')
  const set = useSetPassword(service, link)
  if (linkToken === undefined)
    return (
      <Card title={words.links[link]}>
        <p role="alert">{words.links.noToken}</p>
      </Card>
    )
  const onSuccess = () => {
    notify({ text: words.links.isSet })
    go({ screen: 'login', to: '' }, 'replace')
  }
  return (
    <Card title={words.links[link]}>
      <form
        className="login-form"
        onSubmit={(event) => {
          event.preventDefault()
          set.mutate({ token: linkToken, password }, { onSuccess })
        }}
      >
        <TextField
          label={words.me.next}
          name="new"
          type="password"
          autoComplete="new-password"
          help={words.links.rule}
          autoFocus
          value={password}
          onChange={setPassword}
        />
        {set.error ? <Failed error={set.error} /> : null}
        <Button type="submit" weight="primary" isDisabled={set.isPending || password === ''}>
          {words.links.set}
        </Button>
      </form>
    </Card>
  )
}
