import type { ChangeSetRoute, ChangesRoute } from '../../route/Route.ts'
import { ChangesScreen } from './ChangesScreen.tsx'
import { ChangeSetScreen } from './ChangeSetScreen.tsx'

/** The list of changes, or one of them. */
export function ChangesScreens({ route }: { readonly route: ChangesRoute | ChangeSetRoute }) {
  return route.screen === 'changes' ? <ChangesScreen route={route} /> : <ChangeSetScreen route={route} />
}
