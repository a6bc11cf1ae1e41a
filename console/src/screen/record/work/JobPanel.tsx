import { useState } from 'react'
import { asText } from '../../../field/kinds.ts'
import type { ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import { Ago } from '../../../component/Ago.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Notice } from '../../../component/Notice.tsx'
import { Progress } from '../../../component/Progress.tsx'
import { useJob, useTryAgain } from '../../../query/workQueries.ts'
import { Failed } from '../../../component/Failed.tsx'
import { DeleteDialog } from '../DeleteDialog.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'
import type { Locks } from './locksOf.ts'
import './work.css'

/** How far a job is, why it failed, and the way to try it again. */
export function JobPanel({
  model,
  record,
  locks,
}: {
  readonly model: ModelMeta
  readonly record: RecordJson
  readonly locks: Locks
}) {
  const { service, words, newKey, notify } = useShell()
  const job = useJob(service, record)
  const { mutate, isPending, error } = useTryAgain(service)
  const { state, kind, progress, note, error: why } = job
  const [isDiscarding, setDiscarding] = useState(false)
  const tryAgain = () => mutate({ job, key: newKey() }, { onSuccess: () => notify({ text: words.work.triedAgain }) })
  const text = useStateWords(job)
  return (
    <section className="work" aria-label={text}>
      {error ? <Failed error={error} /> : null}
      <Notice
        tone={state === 'failed' ? 'bad' : state === 'done' ? 'good' : 'plain'}
        icon={state === 'failed' ? 'alert' : state === 'done' ? 'check' : 'history'}
        title={text}
        actions={
          state === 'failed' ? (
            <>
              <WriteButton
                small
                icon={<Icon name="restore" />}
                isDisabled={isPending}
                onLocked={locks.update}
                onPress={tryAgain}
              >
                {words.work.tryAgain}
              </WriteButton>
              <WriteButton small weight="quiet" onLocked={locks.delete} onPress={() => setDiscarding(true)}>
                {words.work.discard}
              </WriteButton>
            </>
          ) : null
        }
      >
        <Ago moment={asText(job.updatedOn)} />
        {asText(note) === '' ? null : <span>{asText(note)}</span>}
        {typeof progress === 'number' && state !== 'done' ? (
          <Progress label={words.work.progress(progress)} done={progress} total={100} />
        ) : null}
        {asText(why) === '' || state === 'done' ? null : <code className="work-error">{asText(why)}</code>}
        {state === 'failed' && kind === 'reaction' ? <span>{words.work.heldUp}</span> : null}
      </Notice>
      <DeleteDialog model={model} record={job} isOpen={isDiscarding} onClose={() => setDiscarding(false)} />
    </section>
  )
}

function useStateWords({ state, dueOn, failures }: RecordJson): string {
  const { words, formats } = useShell()
  const { states } = words.work
  if (state === 'failed') return states.failed(Number(failures ?? 1))
  if (state === 'running') return states.running
  if (state === 'done') return states.done
  return states.waiting(asText(dueOn) === '' ? '' : formats.dateTime(asText(dueOn)))
}
