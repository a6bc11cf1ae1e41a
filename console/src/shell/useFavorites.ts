import type { Json } from '../meta/ModelMeta.ts'
import { useHome, useWriteFavorites } from '../query/homeQueries.ts'
import type { Favorite } from '../service/HomeService.ts'
import { readRecent } from './recent.ts'
import { useSession, useShell } from './Shell.tsx'

/** What can be starred: a saved view, or a declared view or a record of a model. */
export type Starred =
  | { readonly view: number }
  | { readonly model: string; readonly viewName: string }
  | { readonly model: string; readonly record: number }

/** What a person begins with; on their home page it is asked for anew. */
export function useOwnHome(isShown = false) {
  const { service, storage } = useShell()
  const { me } = useSession()
  return useHome(service, me.id, () => readRecent(storage, me.id), isShown)
}

/** What one has starred, and the ways to change it. A failure is said in words. */
export interface Favorites {
  readonly all: readonly Favorite[]
  readonly isKnown: boolean
  readonly isBusy: boolean
  readonly find: (what: Starred) => Favorite | undefined
  readonly add: (what: Starred) => Promise<void>
  readonly remove: (favorite: Favorite) => Promise<void>
  /** Moves one up (-1) or down (1). */
  readonly move: (favorite: Favorite, by: -1 | 1) => Promise<void>
}

/** One's own favourites. */
export function useFavorites(): Favorites {
  const { service, newKey, notify } = useShell()
  const { data } = useOwnHome()
  const { mutateAsync, isPending } = useWriteFavorites(service)
  const all = data?.favorites ?? []
  const write = async (writes: readonly Omit<Parameters<typeof mutateAsync>[0][number], 'key'>[]) => {
    try {
      await mutateAsync(writes.map((one) => ({ ...one, key: newKey() })))
    } catch (error) {
      notify({ text: error instanceof Error ? error.message : String(error) })
    }
  }
  return {
    all,
    isKnown: data !== undefined,
    isBusy: isPending,
    find: (what) => all.find((one) => isOf(one, what)),
    add: (what) =>
      write([{ data: { ...toJson(what), position: Math.max(0, ...all.map(({ position }) => position)) + 1 } }]),
    remove: ({ id, version }) => write([{ id, version }]),
    move: (favorite, by) => write(toMoves(all, favorite, by)),
  }
}

/** What a move writes: the new places of those that do not have theirs. */
export function toMoves(all: readonly Favorite[], favorite: Favorite, by: -1 | 1) {
  const from = all.findIndex(({ id }) => id === favorite.id)
  const rest = all.filter(({ id }) => id !== favorite.id)
  const to = Math.min(Math.max(from + by, 0), rest.length)
  const moved = [...rest.slice(0, to), favorite, ...rest.slice(to)]
  return moved.flatMap(({ id, version, position }, index) =>
    position === index + 1 ? [] : [{ id, version, data: { position: index + 1 } }],
  )
}

/** Whether a favourite is of a view or record. */
function isOf(favorite: Favorite, what: Starred): boolean {
  if ('view' in favorite) return 'view' in what && favorite.view.id === what.view
  if (!('model' in what) || favorite.model !== what.model) return false
  if ('viewName' in favorite) return 'viewName' in what && favorite.viewName === what.viewName
  return 'record' in what && favorite.record.id === what.record
}

function toJson(what: Starred): Readonly<Record<string, Json>> {
  return 'view' in what ? { view: { id: what.view } } : { ...what }
}
