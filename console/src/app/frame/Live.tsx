import { useCallback } from 'react'
import { mayList } from '../../meta/ModelMeta.ts'
import { useLive } from '../../query/useLive.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** Lets the screens follow what others change. It shows nothing itself. */
export function Live() {
  const { service, log } = useShell()
  const { models } = useSession()
  const canFollow = useCallback(
    (name: string) => models.some((model) => model.name === name && mayList(model)),
    [models],
  )
  const isOwn = useCallback((request: string) => log.entries().some(({ requestId }) => requestId === request), [log])
  useLive(service, canFollow, isOwn)
  return null
}
