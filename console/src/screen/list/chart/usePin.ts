import type { Json } from '../../../meta/ModelMeta.ts'
import { useWriteDashboard } from '../../../query/homeQueries.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { useOwnHome } from '../../../shell/useFavorites.ts'
import { type Dashboard, maxTiles, readDashboard } from '../../../views/Tile.ts'

/** A tile as it is kept. */
export type NewTile = { readonly [member: string]: Json }

/** The ways to pin a tile to a dashboard of one's own; undefined before they are known, and while seeing as others. */
export function usePin() {
  const { words, service, newKey, notify } = useShell()
  const { me } = useSession()
  const { data } = useOwnHome()
  const { mutateAsync, isPending } = useWriteDashboard(service)
  if (!data || me.seenBy) return undefined
  const own = data.dashboards.map(readDashboard).filter(({ record }) => record?.owner === me.id)
  // Without one, pinning makes one.
  const targets: readonly (Dashboard | undefined)[] = own.length > 0 ? own : [undefined]
  const pin = async (tile: NewTile, to: Dashboard | undefined) => {
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
  return { targets, pin, isPending }
}
