import { useKnownRecord } from '../../query/useKnownRecord.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useTitle } from '../../shell/useTitle.ts'
import type { Route } from '../../route/Route.ts'
import { recordOfRoute, titleOfRoute } from '../../route/titleOfRoute.ts'

/** Names the page by its route, and by its record as soon as that is read. It shows nothing itself. */
export function PageTitle({ route }: { readonly route: Route }) {
  const { words } = useShell()
  const { find, me } = useSession()
  const about = recordOfRoute(route)
  const record = useKnownRecord(about?.model ?? '', about?.id)
  useTitle(titleOfRoute(route, { words, find, record, seen: me.seenBy ? me.username : undefined }))
  return null
}
