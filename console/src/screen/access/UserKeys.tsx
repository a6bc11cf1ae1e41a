import { useState } from 'react'
import { findParameters, listOf } from '../../route/ListRoute.ts'
import { asText, showValue } from '../../field/kinds.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { keyModel, roleModel } from '../../meta/ownModels.ts'
import { Button } from '../../component/Button.tsx'
import { Dialog } from '../../component/Dialog.tsx'
import { Icon } from '../../component/Icon.tsx'
import { useDelete, usePage } from '../../query/queries.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'
import { NewKey } from './NewKey.tsx'

/** The API keys of a user: those that there are, a new one, and the end of one. */
export function UserKeys({ user }: { readonly user: RecordJson }) {
  const { service, words, newKey, notify } = useShell()
  const { find } = useSession()
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<RecordJson | undefined>()
  const where = JSON.stringify({ fieldName: 'user', operator: '=', value: user.id })
  const fields = ['name', 'start', 'expiresOn', 'usedOn', 'roles']
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
    <section className="access-part">
      <header className="access-part-head">
        <h2>{words.user.keys}</h2>
        {may?.create === 'none' ? null : (
          <WriteButton small icon={<Icon name="add" size={14} />} onPress={() => setMaking(true)}>
            {words.user.newKey}
          </WriteButton>
        )}
      </header>
      {failed ? <Failed error={failed} again={() => void refetch()} /> : null}
      {data?.records.length === 0 ? <p className="dim">{words.user.noKeys}</p> : null}
      <ul className="own-list">
        {data?.records.map((key) => (
          <Key key={key.id} record={key} onEnd={may?.delete === 'none' ? undefined : () => setEnding(key)} />
        ))}
      </ul>
      {isMaking ? <NewKey user={user} onClose={() => setMaking(false)} /> : null}
      <Dialog
        title={words.user.endKeyTitle(asText(ending?.name))}
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
      >
        <p>{words.user.endKeyTells}</p>
        <div className="dialog-actions">
          <Button onPress={() => setEnding(undefined)}>{words.user.cancel}</Button>
          <Button weight="danger" onPress={() => (ending ? end(ending) : undefined)}>
            {words.user.end}
          </Button>
        </div>
      </Dialog>
    </section>
  )
}

function Key({ record, onEnd }: { readonly record: RecordJson; readonly onEnd: (() => void) | undefined }) {
  const { words, formats } = useShell()
  const name = asText(record.name)
  const roles = Array.isArray(record.roles) && record.roles.length > 0 ? record.roles : undefined
  const limited = roles && showValue(roles, { name: 'roles', type: 'links', label: '', target: roleModel }, formats)
  const parts = [
    record.expiresOn ? words.user.expires(formats.dateTime(asText(record.expiresOn))) : words.user.neverExpires,
    record.usedOn ? words.user.used(formats.dateTime(asText(record.usedOn))) : words.user.neverUsed,
    ...(limited ? [words.user.limitedTo(limited)] : []),
  ]
  return (
    <li>
      <span>
        {name} <span className="mono dim">{asText(record.start)}…</span>
      </span>
      <span className="dim">{parts.join(' · ')}</span>
      {onEnd ? (
        <WriteButton small aria-label={words.user.endKey(name)} onPress={onEnd}>
          {words.user.end}
        </WriteButton>
      ) : null}
    </li>
  )
}
