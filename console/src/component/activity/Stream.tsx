import type { ReactNode } from 'react'
import { useShell } from '../../shell/Shell.tsx'
import { Button } from '../Button.tsx'
import { Failed } from '../Failed.tsx'
import { Empty } from '../Notice.tsx'
import './activity.css'

/** What is known of a list that is read page by page. */
interface Reading {
  readonly data: unknown
  readonly error: Error | null
  readonly refetch: () => unknown
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => unknown
  readonly isFetching: boolean
}

/** What happened, newest first, with the way to what is older. */
export function Stream({
  label,
  none,
  reading: { data, error, refetch, hasNextPage, fetchNextPage, isFetching },
  lines,
}: {
  readonly label: string
  /** What is said where nothing happened. */
  readonly none: string
  readonly reading: Reading
  readonly lines: readonly ReactNode[]
}) {
  const { words } = useShell()
  return (
    <>
      {error ? <Failed error={error} again={() => void refetch()} /> : null}
      {data && lines.length === 0 ? <Empty icon="history" title={none} /> : null}
      <ol className="stream" aria-label={label}>
        {lines}
      </ol>
      {hasNextPage ? (
        <Button small isDisabled={isFetching} onPress={() => void fetchNextPage()}>
          {words.activity.older}
        </Button>
      ) : null}
    </>
  )
}
