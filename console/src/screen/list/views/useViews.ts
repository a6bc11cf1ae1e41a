import type { ListRoute } from '../../../route/ListRoute.ts'
import { useViewRecords } from '../../../query/viewQueries.ts'
import { findMeant, type MeantList, readView, type SavedView } from '../../../views/SavedView.ts'
import { useShell } from '../../../shell/Shell.tsx'

/** The saved views of a model, and the list that the address means. */
export interface Views extends MeantList {
  readonly all: readonly SavedView[]
  /** Why the views could not be read, and the way to try again. */
  readonly error: Error | null
  readonly again: () => void
}

/** Looks up the views of the list's model. */
export function useViews(route: ListRoute): Views {
  const { service } = useShell()
  const { data, error, refetch } = useViewRecords(service, {
    fieldName: 'model',
    operator: '=',
    value: route.model,
  })
  const all = data?.map(readView)
  return { all: all ?? [], ...findMeant(route, all, error !== null), error, again: () => void refetch() }
}
