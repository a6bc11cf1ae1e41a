import { useMemo, useRef, useState } from 'react'
import type { Preview } from '../../change/Preview.ts'
import { ValueFaults } from '../../change/previewTarget.ts'
import { roundSize } from '../../change/rounds.ts'
import type { Deed, Target } from '../../change/Target.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { type Ran, useRunBulk, useTryBulk } from '../../query/bulkQueries.ts'
import { isFailure } from '../../service/isFailure.ts'
import { useSession, useShell } from '../Shell.tsx'

/** What the service takes in one call if it does not say. */
const usual = { maxBulk: 1_000, maxLimit: 1_000, bodyLimit: 1_048_576 }

/** A bulk change: it is tried, looked at, and carried out. */
export function useBulk(model: ModelMeta, target: Target, onDone: (ran: Ran) => void) {
  const { service, words, newKey } = useShell()
  const { me } = useSession()
  const calls = useMemo(() => service.bulk(model), [service, model])
  const [preview, setPreview] = useState<Preview | undefined>()
  const [written, setWritten] = useState(0)
  const [hasMoved, setMoved] = useState(false)
  const [isCut, setCut] = useState(false)
  const stopped = useRef(false)
  const keys = useRef<readonly string[]>([])
  const trial = useTryBulk(calls)
  const run = useRunBulk(calls)
  const isStopped = () => stopped.current
  const tryIt = (deed: Deed) => {
    stopped.current = false
    setPreview(undefined)
    setCut(false)
    run.reset()
    const size = roundSize(deed, me.limits ?? usual)
    trial.mutate(
      { target, deed, size, reasons: words.bulk.reasons, onRound: setPreview, isStopped },
      {
        onSuccess: (found) => {
          setPreview(found)
          setCut(stopped.current && found.tried < found.total)
          // The keys belong to what was seen: a repeat after a lost answer is the same request.
          keys.current = found.rounds.map(() => newKey())
        },
      },
    )
  }
  const carryOut = (deed: Deed) => {
    if (!preview) return
    stopped.current = false
    setMoved(false)
    setWritten(0)
    run.mutate(
      { preview, deed, keyOf: (round) => keys.current[round] ?? newKey(), onRound: setWritten, isStopped },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (!hasChanged(error)) return
          setMoved(true)
          tryIt(deed)
        },
      },
    )
  }
  const begin = () => {
    setPreview(undefined)
    setMoved(false)
    trial.reset()
    run.reset()
  }
  const stop = () => {
    stopped.current = true
  }
  const valueFaults = trial.error instanceof ValueFaults ? trial.error.faults : undefined
  const failure = run.error && !hasChanged(run.error) ? run.error : valueFaults ? null : trial.error
  return {
    preview,
    written,
    hasMoved,
    isTrying: trial.isPending,
    isRunning: run.isPending,
    isStopped: trial.isSuccess && isCut,
    /** Whether all of it was tried, so that it can be carried out. */
    isWhole: trial.isSuccess && !isCut,
    valueFaults,
    failure,
    tryIt,
    carryOut,
    begin,
    stop,
  }
}

/** Whether the records are not those of the preview any more: nothing of that round was written. */
function hasChanged(error: Error): boolean {
  return (
    isFailure(error, 'too-many-affected') ||
    isFailure(error, 'version-conflict') ||
    isFailure(error, 'record-not-found') ||
    isFailure(error, 'invalid-record') ||
    isFailure(error, 'not-permitted')
  )
}
