import { Suspense, useState } from 'react'
import { listDrafts } from '../../draft/keepDraft.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { lazily } from '../../component/lazily.ts'
import { ownOf } from '../useSessionWays.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import type { Lost } from './LogoutDialog.tsx'

const LogoutDialog = lazily(() => import('./LogoutDialog.tsx').then((module) => module.LogoutDialog))

/** Logs out. It asks first if pending edits or drafts would be lost. */
export function LogoutButton({ unsaved, onLogout }: { readonly unsaved: number; readonly onLogout: () => void }) {
  const { words, storage } = useShell()
  const { me } = useSession()
  const [lost, setLost] = useState<Lost>()
  const ask = () => {
    const drafts = listDrafts(storage, ownOf(me).id).length
    if (unsaved + drafts > 0) setLost({ edits: unsaved, drafts })
    else onLogout()
  }
  return (
    <>
      <Button weight="quiet" small icon={<Icon name="logout" />} aria-label={words.frame.logout} onPress={ask} />
      {lost ? (
        <Suspense>
          <LogoutDialog lost={lost} onLogout={onLogout} onClose={() => setLost(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
