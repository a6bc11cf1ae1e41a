import { useState } from 'react'
import { findParameters, listOf } from '../../route/ListRoute.ts'
import { asText } from '../../field/kinds.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { keyModel } from '../../meta/ownModels.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { Icon } from '../Icon.tsx'
import { useDelete, usePage } from '../../query/queries.ts'
import { Failed } from '../Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { WriteButton } from '../WriteButton.tsx'
import { keyParts } from './keyParts.ts'
import { NewKey } from './NewKey.tsx'
import { RotateKey } from './RotateKey.tsx'
import './credentials.css'

/** The API keys of a user: those that there are, a new one, another one in place of one, and the end of one. */
export function KeyList({ user }: { readonly user: { readonly id: number } }) {
  const { service, words, newKey, notify } = useShell()
  const { find } = useSession()
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<RecordJson | undefined>()
  const [rotating, setRotating] = useState<RecordJson | undefined>()
  const where = JSON.stringify({ fieldName: 'user', operator: '=', value: user.id })
  const fields = ['name', 'start', 'expiresOn', 'usedOn', 'scope', 'writes', 'models', 'networks', 'roles']
  const { data, error, refetch } = usePage(
    service,
    keyModel,
    findParameters(listOf(keyModel, { where, fields, limit: 100 })),
  )
  const remove = useDelete(service, keyModel)
  const may = find(keyModel)?.may
  const failed = error ?? remove.error
  const end = (record: RecordJson) => {
    const text = words.user.keyEnded(asText(record.name))
    remove.mutate({ record, key: newKey() }, { onSuccess: () => notify({ text }) })
    setEnding(undefined)
  }
  return (
    <section className="credentials">
      <header className="credentials-head">
        <h2>{words.user.keys}</h2>
        {may?.create === 'none' ? null : (
          <WriteButton small icon={<Icon name="add" size={14} />} onPress={() => setMaking(true)}>
            {words.user.newKey}
          </WriteButton>
        )}
      </header>
      {failed ? <Failed error={failed} again={() => void refetch()} /> : null}
      {data?.records.length === 0 ? <p className="dim">{words.user.noKeys}</p> : null}
      <ul>
        {data?.records.map((key) => (
          <Key
            key={key.id}
            record={key}
            onRotate={may?.update === 'none' ? undefined : () => setRotating(key)}
            onEnd={may?.delete === 'none' ? undefined : () => setEnding(key)}
          />
        ))}
      </ul>
      {isMaking ? <NewKey user={user} onClose={() => setMaking(false)} /> : null}
      {rotating ? <RotateKey record={rotating} onClose={() => setRotating(undefined)} /> : null}
      {ending ? <EndKey record={ending} onClose={() => setEnding(undefined)} onEnd={() => end(ending)} /> : null}
    </section>
  )
}

interface EndKeyProps {
  readonly record: RecordJson
  readonly onClose: () => void
  readonly onEnd: () => void
}

function EndKey({ record, onClose, onEnd }: EndKeyProps) {
  const { words } = useShell()
  return (
    <Dialog title={words.user.endKeyTitle(asText(record.name))} isOpen onClose={onClose}>
      <p>{words.user.endKeyTells}</p>
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.user.cancel}</Button>
        <Button weight="danger" onPress={onEnd}>
          {words.user.end}
        </Button>
      </div>
    </Dialog>
  )
}

interface KeyProps {
  readonly record: RecordJson
  readonly onRotate: (() => void) | undefined
  readonly onEnd: (() => void) | undefined
}

function Key({ record, onRotate, onEnd }: KeyProps) {
  const { words, formats } = useShell()
  const name = asText(record.name)
  return (
    <li>
      <span>
        {name} <span className="mono dim">{asText(record.start)}…</span>
      </span>
      <span className="credentials-about dim">{keyParts(record, words, formats).join(' · ')}</span>
      <span className="credentials-actions">
        {onRotate ? (
          <WriteButton small aria-label={words.user.rotateKey(name)} onPress={onRotate}>
            {words.user.rotate}
          </WriteButton>
        ) : null}
        {onEnd ? (
          <WriteButton small aria-label={words.user.endKey(name)} onPress={onEnd}>
            {words.user.end}
          </WriteButton>
        ) : null}
      </span>
    </li>
  )
}
