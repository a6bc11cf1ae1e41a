import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Menu } from '../../../component/Menu.tsx'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { toCounted } from '../../../views/Tile.ts'
import { type NewTile, usePin } from './usePin.ts'

/** Pins a list to a dashboard of one's own: its chart, its number of records, or its first ones. */
export function PinTile({ route }: { readonly route: ListRoute }) {
  const { words } = useShell()
  const pinning = usePin()
  const counted = toCounted(route)
  if (!counted || !pinning) return null
  const { targets, pin, isPending } = pinning
  const { sortBy, fields } = route
  const shown = { ...(sortBy.length > 0 ? { sortBy } : {}), ...(fields.length > 0 ? { fields } : {}) }
  const kinds: readonly (readonly [string, NewTile])[] = [
    [words.dashboard.pinChart, { chart: route.chart, ...counted }],
    [words.dashboard.pinCount, { figure: 'count', ...counted }],
    [words.dashboard.pinList, { rows: 5, ...counted, ...shown }],
  ]
  return (
    <Menu
      label={words.dashboard.pin}
      trigger={
        <Button weight="quiet" small isDisabled={isPending} icon={<Icon name="pin" />}>
          {words.dashboard.pin}
        </Button>
      }
      lines={targets.flatMap((to, index) =>
        kinds.map(([what, tile]) => ({
          id: `${what} ${to?.key ?? ''}`,
          label: targets.length > 1 ? words.dashboard.pinTo(what, to?.label ?? '') : what,
          isApart: index > 0 && what === words.dashboard.pinChart,
          onAction: () => void pin(tile, to),
        })),
      )}
    />
  )
}
