import { Notice } from '../Notice.tsx'
import { Progress } from '../Progress.tsx'
import { Failed } from '../Failed.tsx'
import { useShell } from '../../shell/Shell.tsx'
import type { useBulk } from './useBulk.ts'

/** How far a bulk change is, and what went otherwise than expected. */
export function BulkStates({ bulk, total }: { readonly bulk: ReturnType<typeof useBulk>; readonly total: number }) {
  const { words } = useShell()
  const { preview } = bulk
  const many = preview?.counts.changed ?? 0
  return (
    <>
      {bulk.isStale ? (
        <Notice tone="theirs" icon="warning">
          {bulk.written > 0 ? `${words.bulk.partly(bulk.written, total)} ` : ''}
          {words.bulk.stale}
        </Notice>
      ) : null}
      {bulk.failure ? (
        <>
          {bulk.written > 0 ? <p>{words.bulk.partly(bulk.written, total)}</p> : null}
          <Failed error={bulk.failure} />
        </>
      ) : null}
      {bulk.isTrying ? (
        <Progress label={words.bulk.previewing(preview?.tried ?? 0, total)} done={preview?.tried ?? 0} total={total} />
      ) : null}
      {bulk.isRunning ? (
        <Progress label={words.bulk.writing(bulk.written, many)} done={bulk.written} total={many} />
      ) : null}
      {bulk.isStopped && preview ? <p>{words.bulk.stopped(preview.tried, preview.total)}</p> : null}
      {preview && (preview.deleted > 0 || preview.cleared > 0) ? (
        <Notice tone="plain" icon="warning">
          {words.bulk.also(preview.deleted, preview.cleared)}
        </Notice>
      ) : null}
    </>
  )
}
