import { useState } from 'react'
import { Button } from '../../part/Button.tsx'
import { Icon } from '../../part/Icon.tsx'
import { useSession, useShell } from '../Shell.tsx'
import './why.css'

/** Whom to ask, with a text to send. */
export function Ask({ verb, what }: { readonly verb: string; readonly what: string }) {
  const { words } = useShell()
  const { me } = useSession()
  const [isCopied, setCopied] = useState(false)
  const text = words.why.request(me.username, verb, what, location.href)
  return (
    <div className="why-ask">
      <p>{words.why.ask}</p>
      <p className="why-text">{text}</p>
      <Button
        small
        icon={<Icon name={isCopied ? 'check' : 'copy'} size={14} />}
        onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? words.record.copied : words.why.copy}
      </Button>
    </div>
  )
}
