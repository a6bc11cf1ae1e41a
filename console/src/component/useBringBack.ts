import { useState } from 'react'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { useRestore } from '../query/queries.ts'
import { linesBroughtBack } from '../rights/mayBringBack.ts'
import { isFailure } from '../service/isFailure.ts'
import { useSession, useShell } from '../shell/Shell.tsx'

/** A version of a record that is brought back, by its current one or that of its delete. */
interface Back {
  readonly id: number
  readonly version: number
  readonly toVersion: number
}

/**
 * Brings an old version of a record back, with the lines that it had. Where the history does not have these any more,
 * the record comes back alone, and the message says so.
 */
export function useBringBack(model: ModelMeta, onBack: (id: number) => void) {
  const { service, words, newKey, notify } = useShell()
  const { me } = useSession()
  const { mutateAsync, error, isPending } = useRestore(service, model.name)
  const [key, setKey] = useState(newKey)
  const lines = linesBroughtBack(model, me.admin)
  const members = lines.map(({ name }) => name)
  const restore = async (back: Back) => {
    try {
      await mutateAsync({ ...back, members, key })
    } catch (refused) {
      if (members.length === 0 || !isFailure(refused, 'version-not-found')) throw refused
      await mutateAsync({ ...back, members: [], key: newKey() })
      notify({ text: words.history.withoutPast(lines.map(({ label }) => label).join(', ')) })
    }
  }
  // What was refused is the error of the last attempt.
  const bringBack = (back: Back): void =>
    void restore(back)
      .then(
        () => onBack(back.id),
        () => undefined,
      )
      .finally(() => setKey(newKey()))
  return { bringBack, error, isPending }
}
