import type { ListRoute } from '../../../route/ListRoute.ts'
import { Icon } from '../../../component/Icon.tsx'
import { isAsSaved, writeParts } from '../../../views/SavedView.ts'
import { useViews } from '../views/useViews.ts'
import { useViewWrites } from '../../../shell/useViewWrites.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'

const longestName = 100

/** Puts a list with its chart on the home page as a view of one's own, or takes it away. The view stays. */
export function PinButton({ route, title }: { readonly route: ListRoute; readonly title: string }) {
  const { words } = useShell()
  const { me } = useSession()
  const { all } = useViews(route)
  const { create, update, isBusy } = useViewWrites()
  const own = all.find((view) => view.owner === me.id && isAsSaved(route, view))
  const parts = writeParts(route)
  if (!parts) return null
  const pin = () =>
    own
      ? update(own, { pinned: !own.pinned })
      : create(route.model, title.slice(0, longestName), { ...parts, pinned: true })
  const isPinned = own?.pinned === true
  return (
    <WriteButton
      weight="quiet"
      small
      icon={<Icon name={isPinned ? 'unpin' : 'pin'} />}
      isDisabled={isBusy}
      onPress={() => void pin()}
    >
      {isPinned ? words.chart.unpin : words.chart.pin}
    </WriteButton>
  )
}
