import { type PivotFigures, type PivotParts, pivotRequests, toPivot } from '../../../chart/pivot.ts'
import { useCounts } from '../../../query/groupQueries.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { recordsOf } from '../groups/useHeads.ts'

/** The figures of a pivot table, by aggregates that are sent together. */
export function usePivot(route: ListRoute, parts: PivotParts) {
  const { service, formats } = useShell()
  const records = recordsOf(route, undefined)
  const requests = pivotRequests(parts, formats.timeZone).map((request) => ({ ...records, ...request }))
  const answers = useCounts(service, route.model, requests)
  const failed = answers.find(({ error }) => error !== null)
  const found = answers.flatMap(({ data }) => (data ? [data] : []))
  const figures: PivotFigures | undefined =
    found.length === requests.length ? toPivot(parts, found, formats) : undefined
  const again = () => void Promise.all(answers.map(({ refetch }) => refetch()))
  return { figures, error: failed?.error ?? null, again, isOld: answers.some(({ isFetching }) => isFetching) }
}
