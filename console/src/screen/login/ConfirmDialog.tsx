import { type FormEvent, useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { Dialog } from '../../component/Dialog.tsx'
import { Failed } from '../../component/Failed.tsx'
import { TextField } from '../../component/Field.tsx'
import { useLoginMethods } from '../../query/queries.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useShell } from '../../shell/Shell.tsx'
import './login.css'

/** Confirms that it is oneself, over whatever one was about to do. What waits goes on, or was refused. */
export function ConfirmDialog({ user, methods }: { readonly user: number; readonly methods: readonly string[] }) {
  const { service, words, confirmation } = useShell()
  const [secret, setSecret] = useState('')
  const byCode = !methods.includes('password')
  const [state, setState] = useState<{ readonly busy: boolean; readonly error?: Error }>({ busy: false })
  const confirm = async (work: () => Promise<boolean>) => {
    setState({ busy: true })
    try {
      confirmation.end(await work())
    } catch (error) {
      setState({ busy: false, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  const bySecret = () => service.confirm(byCode ? { totp: secret } : { password: secret }).then(() => true)
  // Whoever logged in there may be somebody else, for whom nothing waits here.
  const byProvider = () => service.me().then(({ id }) => id === user)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void confirm(bySecret)
  }
  const providers = useProviders(methods)
  return (
    <Dialog title={words.signIn.confirmTitle} isOpen onClose={() => confirmation.end(false)}>
      <p>{methods.length === 0 ? words.signIn.confirmAnew : words.signIn.confirmHelp}</p>
      {state.error ? <Failed error={state.error} /> : null}
      {methods.includes('password') || methods.includes('totp') ? (
        <form className="login-form" onSubmit={onSubmit}>
          <TextField
            label={byCode ? words.factors.code : words.login.password}
            name={byCode ? 'code' : 'password'}
            type={byCode ? 'text' : 'password'}
            autoComplete={byCode ? 'one-time-code' : 'current-password'}
            autoFocus
            value={secret}
            onChange={setSecret}
          />
          <Button type="submit" weight="primary" isDisabled={state.busy || secret === ''}>
            {words.signIn.confirm}
          </Button>
        </form>
      ) : null}
      {providers.map(({ name, label }) => (
        <a key={name} className="login-provider" href={toConfirmUrl(name)} target="_blank" rel="noreferrer">
          {words.signIn.confirmWith(label)}
        </a>
      ))}
      <div className="dialog-actions">
        <Button onPress={() => confirmation.end(false)}>{words.signIn.cancel}</Button>
        {providers.length > 0 ? (
          <Button weight="primary" isDisabled={state.busy} onPress={() => void confirm(byProvider)}>
            {words.signIn.confirmedThere}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

function useProviders(methods: readonly string[]) {
  const { service } = useShell()
  const { data } = useLoginMethods(service)
  return data?.providers.filter(({ name }) => methods.includes(`oidc:${name}`)) ?? []
}

/** In a tab of its own: what was typed here stays. */
function toConfirmUrl(provider: string): string {
  return `/login/oidc/${provider}?${new URLSearchParams({ confirm: '1', to: toUrl({ screen: 'me' }) })}`
}
