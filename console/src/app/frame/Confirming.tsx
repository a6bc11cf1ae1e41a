import { Suspense, useSyncExternalStore } from 'react'
import { useShell } from '../../shell/Shell.tsx'
import { ConfirmDialog } from '../lazyComponents.ts'

/** Asks to confirm that it is oneself, while something waits for it. */
export function Confirming({ user }: { readonly user: number }) {
  const { confirmation } = useShell()
  const methods = useSyncExternalStore(confirmation.subscribe, confirmation.methods)
  return <Suspense>{methods ? <ConfirmDialog {...{ user, methods }} /> : null}</Suspense>
}
