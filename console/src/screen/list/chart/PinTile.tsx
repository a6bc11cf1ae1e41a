import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Menu } from '../../../component/Menu.tsx'
import type { Json } from '../../../meta/ModelMeta.ts'
import { useWriteDashboard } from '../../../query/homeQueries.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { useOwnHome } from '../../../shell/useFavorites.ts'
import { maxTiles, readDashboard, toCounted } from '../../../views/Tile.ts'

/** Pins a list to a dashboard of one's own: its chart, its number of records, or its first ones. */
export function PinTile({ route }: { readonly route: ListRoute }) {
  const { words, service, newKey, notify } = useShell()
  const { me } = useSession()
  const { data } = useOwnHome()
  const { mutateAsync, isPending } = useWriteDashboard(service)
  const counted = toCounted(route)
  if (!counted || !data || me.seenBy) return null
  const own = data.dashboards.map(readDashboard).filter(({ record }) => record?.owner === me.id)
  const targets = own.length > 0 ? own : [undefined]
  const { sortBy, fields } = route
  const shown = { ...(sortBy.length > 0 ? { sortBy } : {}), ...(fields.length > 0 ? { fields } : {}) }
  const kinds: readonly (readonly [string, { readonly [member: string]: Json }])[] = [
    [words.dashboard.pinChart, { chart: route.chart, ...counted }],
    [words.dashboard.pinCount, { figure: 'count', ...counted }],
    [words.dashboard.pinList, { rows: 5, ...counted, ...shown }],
  ]
  const pin = async (tile: { readonly [member: string]: Json }, to: (typeof targets)[number]) => {
    const name = to?.label ?? words.dashboard.mine
    if (to && to.tiles.length >= maxTiles) return notify({ text: words.dashboard.full(maxTiles) })
    const tiles = [...(to?.tiles.map(({ json }) => json) ?? []), tile]
    try {
      const of = to?.record
        ? { id: to.record.id, version: to.record.version, data: { tiles } }
        : { data: { name, tiles } }
      await mutateAsync({ ...of, key: newKey() })
      notify({ text: words.dashboard.pinned(name) })
    } catch (error) {
      notify({ text: error instanceof Error ? error.message : String(error) })
    }
  }
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
