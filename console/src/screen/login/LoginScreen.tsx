import { useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { TextField } from '../../component/Field.tsx'
import { Failed } from '../../component/Failed.tsx'
import type { Route } from '../../route/Route.ts'
import { useSendsLinks } from '../../query/queries.ts'
import { toUrl } from '../../route/toUrl.ts'
import { isFailure } from '../../service/isFailure.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useTitle } from '../../shell/useTitle.ts'
import { LoginProblem } from './LoginProblem.tsx'
import { PasswordLogin } from './PasswordLogin.tsx'
import { ProviderLinks } from './ProviderLinks.tsx'
import { SecondStep } from './SecondStep.tsx'
import './login.css'

/** Logs in, and goes on to where one wanted to be. */
export function LoginScreen({
  route,
  to,
  onLogin,
}: {
  readonly route: Route
  /** The address where a login leads. */
  readonly to: string
  readonly onLogin: () => Promise<void>
}) {
  const { service, words } = useShell()
  useTitle(words.login.title)
  const { link, problem } = route.screen === 'login' ? route : {}
  return (
    <main className="login">
      <div className="login-card">
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="32" height="32" />
        <h1>{words.login.title}</h1>
        {link === 'used' ? <p>{words.login.usedLink}</p> : null}
        {problem ? <LoginProblem {...problem} /> : null}
        <ProviderLinks to={to} />
        <PasswordLogin>
          <LoginForm onLogin={onLogin} />
          {useSendsLinks(service) ? <a href={toUrl({ screen: 'forgotten' })}>{words.links.ask}</a> : null}
        </PasswordLogin>
      </div>
    </main>
  )
}

interface LoginState {
  readonly busy: boolean
  readonly error?: Error
  /** The login whose password was right, while it waits for the second step. */
  readonly waiting?: string
}

/** The form itself, which also stands in the dialog over a session that has ended. */
export function LoginForm({
  username: known = '',
  onLogin,
}: {
  readonly username?: string
  /** What follows a login. The form stays usable where that fails. */
  readonly onLogin: () => Promise<void>
}) {
  const { service, words } = useShell()
  const [username, setUsername] = useState(known)
  const [password, setPassword] = useState('')
  const [state, setState] = useState<LoginState>({ busy: false })
  const submit = async () => {
    setState({ busy: true })
    try {
      await service.login(username, password)
      await onLogin()
      setState({ busy: false })
    } catch (error) {
      if (isFailure(error, 'factor-required')) return setState({ busy: false, waiting: error.data.login })
      setState({ busy: false, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  if (state.waiting !== undefined)
    return <SecondStep login={state.waiting} onLogin={onLogin} onAgain={() => setState({ busy: false })} />
  return (
    <form
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={words.login.username}
        name="username"
        autoComplete="username"
        autoFocus={known === ''}
        value={username}
        onChange={setUsername}
      />
      <TextField
        label={words.login.password}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus={known !== ''}
        value={password}
        onChange={setPassword}
      />
      {state.error ? <Failed error={state.error} /> : null}
      <Button type="submit" weight="primary" isDisabled={state.busy}>
        {words.login.submit}
      </Button>
    </form>
  )
}
