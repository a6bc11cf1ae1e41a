import type { ListPlace } from '../../../address/Place.ts'
import { useViewRecords } from '../../../query/viewQueries.ts'
import { isPlain, readView, type SavedView, shownPlace } from '../../../views/SavedView.ts'
import { useShell } from '../../Shell.tsx'

/** The saved views of a model, and the list that the address means. */
export interface Views {
  readonly all: readonly SavedView[]
  readonly current: SavedView | undefined
  readonly shown: ListPlace
  /** Whether the list is known: one that only a view describes waits for the view. */
  readonly isReady: boolean
  /** Whether the address names a view that is not there. */
  readonly isGone: boolean
}

/** Looks up the views of the list's model. */
export function useViews(place: ListPlace): Views {
  const { service } = useShell()
  const { data, isFetched } = useViewRecords(service, { fieldName: 'model', operator: '=', value: place.model })
  const all = (data ?? []).map(readView)
  const current = place.view === undefined ? undefined : all.find(({ id }) => id === place.view)
  return {
    all,
    current,
    shown: shownPlace(place, current),
    isReady: isFetched || place.view === undefined || !isPlain(place),
    isGone: isFetched && place.view !== undefined && !current,
  }
}
