import { useState } from 'react'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { useRestore } from '../query/queries.ts'
import { linesBroughtBack } from '../rights/mayBringBack.ts'
import { useSession, useShell } from '../shell/Shell.tsx'

/** A version of a record that is brought back, by its current one or that of its delete. */
interface Back {
  readonly id: number
  readonly version: number
  readonly toVersion: number
}

/** Brings an old version of a record back, with the lines that it had. */
export function useBringBack(model: ModelMeta, onBack: (id: number) => void) {
  const { service, newKey } = useShell()
  const { me } = useSession()
  const { mutate, error, isPending } = useRestore(service, model.name)
  const [key, setKey] = useState(newKey)
  const members = linesBroughtBack(model, me.admin).map(({ name }) => name)
  const bringBack = (back: Back) =>
    mutate({ ...back, members, key }, { onSuccess: () => onBack(back.id), onSettled: () => setKey(newKey()) })
  return { bringBack, error, isPending }
}
