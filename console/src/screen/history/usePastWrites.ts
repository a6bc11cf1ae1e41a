import { useEffect } from 'react'
import type { Entry } from '../../history/Entry.ts'
import type { Write } from '../../history/foldWrites.ts'
import { endOf } from '../../history/linesAt.ts'
import { linesFieldsOf } from '../../meta/lines.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useWrites } from '../../query/activityQueries.ts'
import { useShell } from '../../shell/Shell.tsx'

/** What was written to the lines of a record since the end of one version, and until that of another. */
export interface PastWrites {
  /** Newest first; undefined while they are not all there, and where they are not told. */
  readonly writes: readonly Write[] | undefined
  readonly isPending: boolean
  readonly from: string | undefined
  readonly until: string | undefined
}

/** The writes that say which lines a record had at two of its versions. They are read as far back as that takes. */
export function usePastWrites(
  model: ModelMeta,
  id: number,
  entries: readonly Entry[],
  { at, compared }: { readonly at: number; readonly compared: number },
): PastWrites {
  const { service } = useShell()
  const hasLines = linesFieldsOf(model).length > 0
  const { data, hasNextPage, isFetching, error, fetchNextPage } = useWrites(service, model, id, hasLines)
  const [from, until] = [endOf(compared, entries), endOf(at, entries)]
  const read = data?.pages.flatMap((page) => page.writes) ?? []
  const oldest = [from, until].reduce(
    (one, other) => (one !== undefined && (other === undefined || one < other) ? one : other),
    undefined,
  )
  const isShort = hasNextPage && oldest !== undefined && (read.at(-1)?.on ?? '') >= oldest
  useEffect(() => {
    if (isShort && !isFetching && !error) void fetchNextPage()
  }, [isShort, isFetching, error, fetchNextPage])
  const isTold = data?.pages.every(({ members }) => members) ?? false
  return { writes: isTold && !isShort ? read : undefined, isPending: !data || isShort, from, until }
}
