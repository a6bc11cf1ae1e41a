import { allChanges } from '../../route/Route.ts'
import type { Handlers } from '../../shell/useKeys.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { settingsRoute } from './settingsAreas.ts'

/** The keys that lead to a place, wherever one is. */
export function usePlaceKeys(): Handlers {
  const { words, go } = useShell()
  const { models } = useSession()
  return {
    home: () => go({ screen: 'home' }),
    models: () => go({ screen: 'models', model: '' }),
    changes: () => go(allChanges),
    settings: () => go(settingsRoute(models, words)),
  }
}
