import { Dialog } from '../../component/Dialog.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { LoginForm } from './LoginScreen.tsx'

/** The login over whatever one was doing when the session ended. What is behind it stays as it is. */
export function SessionEnded({
  username,
  onLogin,
}: {
  readonly username: string
  readonly onLogin: () => Promise<void>
}) {
  const { words } = useShell()
  return (
    <Dialog title={words.login.title} isOpen isRequired>
      <p>{words.login.ended}</p>
      <LoginForm username={username} onLogin={onLogin} />
    </Dialog>
  )
}
