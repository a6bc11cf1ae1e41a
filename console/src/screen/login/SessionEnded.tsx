import { Dialog } from '../../component/Dialog.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { LoginForm } from './LoginScreen.tsx'
import { PasswordLogin } from './PasswordLogin.tsx'
import { ProviderLinks } from './ProviderLinks.tsx'

/** The login over whatever one was doing when the session ended. What is behind it stays as it is. */
export function SessionEnded({
  username,
  to,
  onLogin,
}: {
  readonly username: string
  /** The address where a login at a provider leads. */
  readonly to: string
  readonly onLogin: () => Promise<void>
}) {
  const { words } = useShell()
  return (
    <Dialog title={words.login.title} isOpen isRequired>
      <p>{words.login.ended}</p>
      <ProviderLinks to={to} />
      <PasswordLogin>
        <LoginForm username={username} onLogin={onLogin} />
      </PasswordLogin>
    </Dialog>
  )
}
