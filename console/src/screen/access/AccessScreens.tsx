import type { RouteOf } from '../../route/Route.ts'
import { Empty } from '../../component/Notice.tsx'
import { seesRules } from '../../rights/Rule.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { AccessChangesScreen } from './AccessChangesScreen.tsx'
import { AccessScreen } from './AccessScreen.tsx'
import { RoleScreen } from './RoleScreen.tsx'
import { UserScreen } from './UserScreen.tsx'
import '../../component/access-page.css'
import './access.css'

/** The screens about rights. Users who can't read rules see a message instead. */
export function AccessScreens({ route }: { readonly route: RouteOf<'access' | 'role' | 'user' | 'accessChanges'> }) {
  const { words } = useShell()
  const { models } = useSession()
  if (!seesRules(models))
    return (
      <div className="access page">
        <h1>{words.access.title}</h1>
        <Empty icon="lock" title={words.access.notYours} />
      </div>
    )
  if (route.screen === 'accessChanges') return <AccessChangesScreen route={route} />
  if (route.screen === 'role') return <RoleScreen key={route.id} id={route.id} />
  return route.screen === 'user' ? <UserScreen key={route.id} id={route.id} /> : <AccessScreen />
}
