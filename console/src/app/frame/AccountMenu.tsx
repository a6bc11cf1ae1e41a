import { Suspense, useState } from 'react'
import { AccountButton } from '../../component/AccountButton.tsx'
import { lazily } from '../../component/lazily.ts'
import { Menu } from '../../component/Menu.tsx'
import { listDrafts } from '../../draft/keepDraft.ts'
import { useLoginMethods } from '../../query/queries.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { ownOf } from '../useSessionWays.ts'
import type { Lost } from './LogoutDialog.tsx'
import { useTheme } from './useTheme.ts'

const LogoutDialog = lazily(() => import('./LogoutDialog.tsx').then((module) => module.LogoutDialog))

/** Who is logged in, and what is about them and their browser. Logging out asks first if something would be lost. */
export function AccountMenu({
  unsaved,
  onLogout,
  onHelp,
  onApi,
}: {
  /** How many edits a logout would lose. */
  readonly unsaved: number
  /** With a provider, one logs out there, too. */
  readonly onLogout: (provider?: string) => void
  readonly onHelp: () => void
  readonly onApi: () => void
}) {
  const { words, storage, service } = useShell()
  const { me } = useSession()
  const { theme, change } = useTheme()
  const [lost, setLost] = useState<Lost & { readonly provider: string | undefined }>()
  const own = me.session?.provider ?? undefined
  const { data: methods } = useLoginMethods(service, own !== undefined)
  const provider = methods?.providers.find(({ name }) => name === own)
  const ask = (from?: string) => {
    const drafts = listDrafts(storage, ownOf(me).id).length
    if (unsaved + drafts > 0) setLost({ edits: unsaved, drafts, provider: from })
    else onLogout(from)
  }
  return (
    <>
      <Menu
        label={words.frame.me}
        trigger={<AccountButton name={me.name || me.username} label={words.frame.me} />}
        lines={[
          { id: 'me', label: words.frame.me, icon: 'user', href: toUrl({ screen: 'me' }) },
          { id: 'theme', label: words.frame.theme, icon: theme, hint: words.frame.themes[theme], onAction: change },
          { id: 'keys', label: words.keys.title, icon: 'keyboard', hint: '?', onAction: onHelp },
          { id: 'api', label: words.api.open, icon: 'json', hint: '.', onAction: onApi },
          { id: 'logout', label: words.frame.logout, icon: 'logout', isApart: true, onAction: () => ask() },
          ...(provider
            ? [
                {
                  id: 'logoutThere',
                  label: words.signIn.logoutThere(provider.label),
                  icon: 'logout' as const,
                  onAction: () => ask(provider.name),
                },
              ]
            : []),
        ]}
      />
      {lost ? (
        <Suspense>
          <LogoutDialog lost={lost} onLogout={() => onLogout(lost.provider)} onClose={() => setLost(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
