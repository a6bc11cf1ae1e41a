import type { ListRoute } from '../../../route/ListRoute.ts'
import { useViewRecords } from '../../../query/viewQueries.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { findMeant, type MeantList } from '../../../views/findMeant.ts'
import { type DeclaredView, declaredViews, readView, type SavedView, withTrees } from '../../../views/SavedView.ts'
import { useShell } from '../../../shell/Shell.tsx'

/** The views of a model, and the list that the address means. */
export interface Views extends MeantList {
  readonly declared: readonly DeclaredView[]
  readonly saved: readonly SavedView[]
  /** Why the views could not be read, and the way to try again. */
  readonly error: Error | null
  readonly again: () => void
}

/** Looks up the views of the list's model. */
export function useViews(route: ListRoute, model: ModelMeta): Views {
  const { service } = useShell()
  const { data, error, refetch } = useViewRecords(service, {
    fieldName: 'model',
    operator: '=',
    value: route.model,
  })
  const declared = declaredViews(model)
  const saved = data?.map((record) => withTrees(readView(record), declared))
  const meant = findMeant(route, { declared, saved, hasFailed: error !== null })
  return { declared, saved: saved ?? [], ...meant, error, again: () => void refetch() }
}
