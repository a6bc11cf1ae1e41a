import { useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { Dialog } from '../../component/Dialog.tsx'
import { Failed } from '../../component/Failed.tsx'
import { Notice } from '../../component/Notice.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'
import { asText } from '../../field/kinds.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { keyModel } from '../../meta/ownModels.ts'
import { usePage } from '../../query/queries.ts'
import { findParameters, listOf } from '../../route/ListRoute.ts'
import type { RecordMay } from '../../service/Service.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useUserWrite } from './useUserWrite.ts'

/**
 * Says that a directory manages a user, and what follows; or hands a user over to it, where there is one. A service
 * account has nothing that a directory could know.
 */
export function Directory({ user, may }: { readonly user: RecordJson; readonly may: RecordMay | undefined }) {
  const { words } = useShell()
  const [isAsking, setAsking] = useState(false)
  const { write, isBusy, error } = useUserWrite(user, asText(user.username))
  const hasDirectory = useHasDirectory()
  const isManaged = user.provisioned === true
  const canChange = may?.fields.includes('provisioned') ?? false
  const step = (label: string) =>
    canChange ? (
      <WriteButton small isDisabled={isBusy} onPress={() => setAsking(true)}>
        {label}
      </WriteButton>
    ) : null
  const confirm = () => {
    write({ provisioned: !isManaged }, { provisioned: isManaged })
    setAsking(false)
  }
  if (!isManaged && (!hasDirectory || !canChange || user.kind === 'service')) return null
  return (
    <section className="access-part access-directory">
      {error ? <Failed error={error} /> : null}
      {isManaged ? (
        <Notice tone="plain" icon="lock" title={words.user.managed} actions={step(words.user.takeBack)}>
          <p>{words.user.managedTells}</p>
          {user.externalId ? <p className="dim">{words.user.externalId(asText(user.externalId))}</p> : null}
        </Notice>
      ) : (
        step(words.user.handOver)
      )}
      {isAsking ? <Ask user={user} onClose={() => setAsking(false)} onConfirm={confirm} /> : null}
    </section>
  )
}

interface AskProps {
  readonly user: RecordJson
  readonly onClose: () => void
  readonly onConfirm: () => void
}

function Ask({ user, onClose, onConfirm }: AskProps) {
  const { words } = useShell()
  const isManaged = user.provisioned === true
  const username = asText(user.username)
  return (
    <Dialog
      title={isManaged ? words.user.takeBackTitle(username) : words.user.handOverTitle(username)}
      isOpen
      onClose={onClose}
    >
      <p>{isManaged ? words.user.takeBackTells : words.user.handOverTells}</p>
      {!isManaged && user.admin === true ? <p>{words.user.handOverAdmin}</p> : null}
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.user.cancel}</Button>
        <Button weight="primary" onPress={onConfirm}>
          {isManaged ? words.user.takeBack : words.user.handOver}
        </Button>
      </div>
    </Dialog>
  )
}

/** Whether some directory manages users: it has a key for SCIM. */
function useHasDirectory(): boolean {
  const { service } = useShell()
  const { me, find } = useSession()
  const where = JSON.stringify({ fieldName: 'scope', operator: '=', value: 'scim' })
  const parameters = findParameters(listOf(keyModel, { where, fields: ['name'], limit: 1 }))
  const isKnown = me.admin && find(keyModel) !== undefined
  const { data } = usePage(service, keyModel, parameters, isKnown)
  return (data?.records.length ?? 0) > 0
}
