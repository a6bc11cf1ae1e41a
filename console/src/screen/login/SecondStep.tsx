import { type FormEvent, useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { Failed } from '../../component/Failed.tsx'
import { TextField } from '../../component/Field.tsx'
import { isFailure } from '../../service/isFailure.ts'
import { useShell } from '../../shell/Shell.tsx'

/** After five wrong codes the login has ended, whatever comes then. */
const maxTries = 5

/** The second step of a login: the code of one's app, or a recovery code for whoever has lost it. */
export function SecondStep({
  login,
  onLogin,
  onAgain,
}: {
  /** What the first step answered. */
  readonly login: string
  readonly onLogin: () => Promise<void>
  /** Back to the name and the password. */
  readonly onAgain: () => void
}) {
  const { service, words } = useShell()
  const [isLost, setLost] = useState(false)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(0)
  const [state, setState] = useState<{ readonly busy: boolean; readonly error?: Error }>({ busy: false })
  const submit = async () => {
    setState({ busy: true })
    try {
      await service.proveFactor(login, isLost ? { recovery: code } : { totp: code })
      await onLogin()
      setState({ busy: false })
    } catch (error) {
      if (isFailure(error, 'wrong-credentials')) setWrong((before) => before + 1)
      setCode('')
      setState({ busy: false, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  if (wrong >= maxTries) return <Ended onAgain={onAgain} />
  return (
    <form className="login-form" onSubmit={onSubmit}>
      <p>{isLost ? words.factors.enterRecovery : words.factors.enter}</p>
      <TextField
        key={String(isLost)}
        label={isLost ? words.factors.recoveryCode : words.factors.code}
        name="code"
        autoComplete="one-time-code"
        inputMode={isLost ? 'text' : 'numeric'}
        autoFocus
        value={code}
        onChange={setCode}
      />
      {state.error ? <Failed error={state.error} /> : null}
      <Button type="submit" weight="primary" isDisabled={state.busy || code === ''}>
        {words.login.submit}
      </Button>
      <Button onPress={() => setLost(!isLost)}>{isLost ? words.factors.useApp : words.factors.useRecovery}</Button>
      <Button onPress={onAgain}>{words.factors.again}</Button>
    </form>
  )
}

function Ended({ onAgain }: { readonly onAgain: () => void }) {
  const { words } = useShell()
  return (
    <div className="login-form">
      <p role="alert">{words.factors.ended}</p>
      <Button onPress={onAgain}>{words.factors.again}</Button>
    </div>
  )
}
