import { useKnownRecord } from '../../query/useKnownRecord.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useTitle } from '../../shell/useTitle.ts'
import { type PagePlace, recordOfPlace, titleOfPlace } from './titleOfPlace.ts'

/** Names the page by its place, and by its record as soon as that is read. It shows nothing itself. */
export function PageTitle({ place }: { readonly place: PagePlace }) {
  const { words } = useShell()
  const { find, me } = useSession()
  const about = recordOfPlace(place)
  const record = useKnownRecord(about?.model ?? '', about?.id)
  useTitle(titleOfPlace(place, { words, find, record, seen: me.seenBy ? me.username : undefined }))
  return null
}
