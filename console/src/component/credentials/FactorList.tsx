import { useState } from 'react'
import { factorModel } from '../../meta/ownModels.ts'
import { useFactors, useRenewRecovery } from '../../query/factorQueries.ts'
import { useDelete } from '../../query/queries.ts'
import type { Factor } from '../../service/Factors.ts'
import { useShell } from '../../shell/Shell.tsx'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { Failed } from '../Failed.tsx'
import { WriteButton } from '../WriteButton.tsx'
import { NewApp } from './NewApp.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import './credentials.css'

/** One's own second factors: a new one, the end of one, and recovery codes for whoever loses them. */
export function FactorList() {
  const { service, words, newKey, notify } = useShell()
  const { data, error, refetch } = useFactors(service)
  const renew = useRenewRecovery(service)
  const remove = useDelete(service, factorModel)
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<Factor | undefined>()
  if (!data || (!data.totp && data.factors.length === 0)) return error ? <Failed error={error} /> : null
  const failed = renew.error ?? remove.error
  const end = ({ id, version }: Factor) => {
    const onSuccess = () => {
      notify({ text: words.factors.removed })
      void refetch()
    }
    remove.mutate({ record: { id, version }, key: newKey() }, { onSuccess })
    setEnding(undefined)
  }
  return (
    <section className="credentials">
      <header className="credentials-head">
        <h2>{words.factors.title}</h2>
        {data.totp ? (
          <WriteButton small onPress={() => setMaking(true)}>
            {words.factors.setUp}
          </WriteButton>
        ) : null}
      </header>
      {failed ? <Failed error={failed} /> : null}
      {data.factors.length === 0 ? <p className="dim">{words.factors.none}</p> : null}
      <ul>
        {data.factors.map((factor) => (
          <One key={factor.id} factor={factor} onEnd={() => setEnding(factor)} />
        ))}
      </ul>
      {data.factors.length > 0 ? (
        <div className="credentials-head">
          <span>{words.factors.left(data.recovery)}</span>
          <WriteButton small isDisabled={renew.isPending} onPress={() => renew.mutate()}>
            {words.factors.renew}
          </WriteButton>
        </div>
      ) : null}
      {isMaking ? <NewApp onClose={() => setMaking(false)} /> : null}
      {renew.data ? <RecoveryCodes codes={renew.data} onClose={() => renew.reset()} /> : null}
      {ending ? <EndFactor onClose={() => setEnding(undefined)} onEnd={() => end(ending)} /> : null}
    </section>
  )
}

function One({ factor, onEnd }: { readonly factor: Factor; readonly onEnd: () => void }) {
  const { words, formats } = useShell()
  const { name, createdOn, usedOn } = factor
  return (
    <li>
      <span>{name ?? words.factors.app}</span>
      <span className="dim">
        {usedOn ? words.factors.used(formats.dateTime(usedOn)) : words.factors.since(formats.dateTime(createdOn))}
      </span>
      <WriteButton small onPress={onEnd}>
        {words.factors.remove}
      </WriteButton>
    </li>
  )
}

function EndFactor({ onClose, onEnd }: { readonly onClose: () => void; readonly onEnd: () => void }) {
  const { words } = useShell()
  return (
    <Dialog title={words.factors.removeTitle} isOpen onClose={onClose}>
      <p>{words.factors.removeTells}</p>
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.user.cancel}</Button>
        <Button weight="primary" onPress={onEnd}>
          {words.factors.remove}
        </Button>
      </div>
    </Dialog>
  )
}
