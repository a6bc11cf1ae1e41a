import { useState } from 'react'
import { useWriteDashboard } from '../../../query/homeQueries.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { changeTile, type Dashboard, isSameTiles, moveTile, type Tile } from '../../../views/Tile.ts'
import type { Json } from '../../../meta/ModelMeta.ts'

/** The tiles of a dashboard, and the ways to change those of one's own. */
export interface TileEdits {
  readonly tiles: readonly Tile[]
  readonly mayEdit: boolean
  readonly isBusy: boolean
  readonly move: (from: number, to: number) => void
  readonly change: (index: number, values: { readonly [member: string]: Json | undefined }) => void
  readonly remove: (index: number) => void
}

/** Changes are shown at once, and taken back where the service refuses them. */
export function useTileEdits({ tiles: saved, record }: Dashboard): TileEdits {
  const { service, newKey, notify } = useShell()
  const { me } = useSession()
  const { mutateAsync, isPending } = useWriteDashboard(service)
  const [edited, setEdited] = useState<readonly Tile[] | undefined>()
  const tiles = edited ?? saved
  const write = (next: readonly Tile[]) => {
    if (!record || isPending || isSameTiles(next, tiles)) return
    setEdited(next)
    const data = { tiles: next.map(({ json }) => json) }
    mutateAsync({ id: record.id, version: record.version, data, key: newKey() })
      .catch((error: unknown) => notify({ text: error instanceof Error ? error.message : String(error) }))
      .finally(() => setEdited(undefined))
  }
  return {
    tiles,
    mayEdit: record !== undefined && record.owner === me.id && !me.seenBy,
    isBusy: isPending,
    move: (from, to) => write(moveTile(tiles, from, to)),
    change: (index, values) => write(tiles.map((tile, at) => (at === index ? changeTile(tile, values) : tile))),
    remove: (index) => write(tiles.filter((_, at) => at !== index)),
  }
}
