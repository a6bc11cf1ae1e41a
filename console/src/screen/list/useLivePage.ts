import { useMemo } from 'react'
import { steadyRows } from '../../grid/steadyRows.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { type PageOf, useGridPage, useLatestPage } from '../../query/gridQueries.ts'
import { useShell } from '../../shell/Shell.tsx'

/** What others did to the records of a page since it was shown. */
export interface LiveRows {
  /** The records that changed, as they were before. */
  readonly before: ReadonlyMap<number, RecordJson>
  /** Those that were deleted, or are not to be seen any more. */
  readonly gone: ReadonlySet<number>
}

/**
 * A page of a list that follows what others change: values at once, rows when somebody asks for it. A list in groups
 * has none.
 */
export function useLivePage(of: PageOf, enabled: boolean) {
  const { service } = useShell()
  const { data, error, isFetching, isPlaceholderData, refetch } = useGridPage(service, of, enabled)
  const { latest, gone, settle } = useLatestPage(service, of, isPlaceholderData ? undefined : data)
  const { page, live, isOther } = useMemo(() => {
    const { rows, isOther: hasOthers, before } = steadyRows(data?.records ?? [], latest?.records ?? data?.records ?? [])
    const present = new Set((latest ?? data)?.records.map(({ id }) => id))
    const missing = rows.flatMap(({ id }) => (gone.has(id) && !present.has(id) ? [id] : []))
    return {
      page: data && { ...data, ...(hasOthers ? {} : { next: (latest ?? data).next }), records: rows },
      live: { before, gone: new Set(missing) } satisfies LiveRows,
      isOther: hasOthers,
    }
  }, [data, latest, gone])
  const state = { isOther, settle, error, isFetching, isFormer: isPlaceholderData, refetch }
  return { page, total: (latest ?? data)?.total, live, ...state }
}
