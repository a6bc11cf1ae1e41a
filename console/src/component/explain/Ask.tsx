import { CopyButton } from '../CopyButton.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import './why.css'

/** Whom to ask, with a text to send. */
export function Ask({ verb, what }: { readonly verb: string; readonly what: string }) {
  const { words } = useShell()
  const { me } = useSession()
  const text = words.why.request(me.username, verb, what, location.href)
  return (
    <div className="why-ask">
      <p>{words.why.ask}</p>
      <p className="why-text">{text}</p>
      <CopyButton small text={text}>
        {words.why.copy}
      </CopyButton>
    </div>
  )
}
