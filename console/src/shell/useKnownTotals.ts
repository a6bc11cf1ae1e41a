import { useKnownHome } from '../query/homeQueries.ts'

/**
 * The totals of views that are starred, pinned or wait for one, as the navigation shows them: with its answer, and
 * without a request for a tab. Undefined for all others.
 */
export function useKnownTotals(model: string): (view: number | string) => number | undefined {
  const home = useKnownHome()
  const all = [...(home?.favorites ?? []), ...(home?.pinned ?? []), ...(home?.forMe ?? [])]
  const totals = new Map(
    all.flatMap((one): [number | string, number][] => {
      if (!('total' in one) || one.total === null) return []
      if ('view' in one) return [[one.view.id, one.total]]
      return one.model === model ? [[one.viewName, one.total]] : []
    }),
  )
  return (view) => totals.get(view)
}
