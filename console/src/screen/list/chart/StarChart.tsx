import type { ListRoute } from '../../../route/ListRoute.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Icon } from '../../../component/Icon.tsx'
import { isAsSaved, writeParts } from '../../../views/ViewParts.ts'
import { useViews } from '../views/useViews.ts'
import { useFavorites } from '../../../shell/useFavorites.ts'
import { useViewWrites } from '../../../shell/useViewWrites.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'

const longestName = 100

/** Makes a list with its chart a favourite, as a view, or takes it away. The view stays. */
export function StarChart({
  route,
  model,
  title,
}: {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly title: string
}) {
  const { words } = useShell()
  const { saved } = useViews(route, model)
  const views = useViewWrites()
  const favorites = useFavorites()
  const same = saved.find((view) => isAsSaved(route, view))
  const starred = same && favorites.find({ view: same.id })
  const parts = writeParts(route)
  // A view that is shown has its star beside its name.
  if (!parts || (same && same.id === route.view)) return null
  const star = async () => {
    if (starred) return favorites.remove(starred)
    const view = same?.id ?? (await views.create(route.model, title.slice(0, longestName), parts))
    if (view !== undefined) await favorites.add({ view })
  }
  return (
    <WriteButton
      weight="quiet"
      small
      icon={<Icon name="star" />}
      isDisabled={views.isBusy || favorites.isBusy}
      onPress={() => void star()}
    >
      {starred ? words.favorites.remove : words.favorites.add}
    </WriteButton>
  )
}
