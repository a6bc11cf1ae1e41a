import { type RefObject, useMemo, useRef, useState } from 'react'
import type { Calls } from '../../bulk/Calls.ts'
import type { Preview } from '../../bulk/Preview.ts'
import { ValueFaults } from '../../bulk/previewTarget.ts'
import { roundSize } from '../../bulk/rounds.ts'
import type { Ran } from '../../bulk/runRounds.ts'
import { type BulkOperation, type Target, withoutWritten } from '../../bulk/Target.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useRunBulk, useTryBulk } from '../../query/bulkQueries.ts'
import { isFailure } from '../../service/isFailure.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** What the service takes in one call if it does not say. */
const usual = { maxBulk: 1_000, maxLimit: 1_000, bodyLimit: 1_048_576 }

const nothing: Ran = { written: [], sets: [] }

/** A bulk change: it is tried, looked at, and carried out. `onPart` gets what was written before a failure. */
export function useBulk(model: ModelMeta, target: Target, onDone: (ran: Ran) => void, onPart?: (ran: Ran) => void) {
  const { service } = useShell()
  const calls = useMemo(() => service.bulk(model), [service, model])
  const [ran, setRan] = useState(nothing)
  const rest = useRef(target)
  const [isStale, setStale] = useState(false)
  const stopped = useRef(false)
  const { preview, keyOf, isCut, setPreview, ...trial } = useTrial(calls, rest, stopped)
  const run = useRunBulk(calls, onDone)
  const tryIt = (operation: BulkOperation) => {
    run.reset()
    trial.begin(operation)
  }
  const carryOut = (operation: BulkOperation) => {
    if (!preview) return
    stopped.current = false
    setStale(false)
    setRan(nothing)
    let part = nothing
    const onRound = (next: Ran) => {
      part = next
      setRan(next)
    }
    const onError = (error: Error) => {
      if (part.written.length > 0) onPart?.(part)
      if (!hasChanged(error)) return
      rest.current = withoutWritten(rest.current, part.written)
      setStale(true)
      tryIt(operation)
    }
    run.mutate({ preview, operation, keyOf, onRound, isStopped: () => stopped.current }, { onError })
  }
  const begin = () => {
    setPreview(undefined)
    setStale(false)
    trial.reset()
    run.reset()
  }
  const stop = () => {
    stopped.current = true
  }
  const { valueFaults } = trial
  return {
    preview,
    /** How many records were written so far. */
    written: ran.written.length,
    isStale,
    isTrying: trial.isPending,
    isRunning: run.isPending,
    isStopped: trial.isSuccess && isCut,
    /** Whether all of it was tried, so that it can be carried out. */
    isWhole: trial.isSuccess && !isCut,
    valueFaults,
    failure: run.error && !hasChanged(run.error) ? run.error : valueFaults ? null : trial.error,
    tryIt,
    carryOut,
    begin,
    stop,
  }
}

/** Tries what is left of a bulk change, until it is stopped. */
function useTrial(calls: Calls, rest: RefObject<Target>, stopped: RefObject<boolean>) {
  const { words, newKey } = useShell()
  const { me } = useSession()
  const [preview, setPreview] = useState<Preview | undefined>()
  const [isCut, setCut] = useState(false)
  const keys = useRef<readonly string[]>([])
  const { mutate, reset, error, isPending, isSuccess } = useTryBulk(calls)
  const begin = (operation: BulkOperation) => {
    stopped.current = false
    setPreview(undefined)
    setCut(false)
    const size = roundSize(operation, me.limits ?? usual)
    const onSuccess = (found: Preview) => {
      setPreview(found)
      setCut(stopped.current && found.tried < found.total)
      // The keys belong to what was seen: a repeat after a lost answer is the same request.
      keys.current = found.rounds.map(() => newKey())
    }
    const shared = { reasons: words.bulk.reasons, onRound: setPreview, isStopped: () => stopped.current }
    mutate({ target: rest.current, operation, size, ...shared }, { onSuccess })
  }
  const keyOf = (round: number) => keys.current[round] ?? newKey()
  const valueFaults = error instanceof ValueFaults ? error.faults : undefined
  return { preview, setPreview, keyOf, isCut, begin, reset, error, valueFaults, isPending, isSuccess }
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
