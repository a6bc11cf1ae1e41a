import { Icon } from '../../../component/Icon.tsx'
import { Notice } from '../../../component/Notice.tsx'
import { useTestWebhook, useWebhookState } from '../../../query/workQueries.ts'
import type { Tested, WebhookState } from '../../../service/WebhooksService.ts'
import { isFailure } from '../../../service/isFailure.ts'
import { Failed } from '../../../component/Failed.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'
import { Deliveries } from './Deliveries.tsx'
import { SendSince } from './SendSince.tsx'
import './work.css'

/** What a webhook has delivered and what not, a test of its receiver, and the way to send again. */
export function WebhookPanel({
  id,
  onLocked,
}: {
  readonly id: number
  /** Opens why nothing may be sent; undefined for those who may. */
  readonly onLocked: (() => void) | undefined
}) {
  const { service, words } = useShell()
  const state = useWebhookState(service, id)
  const test = useTestWebhook(service, id)
  const known = state.data
  return (
    <section className="work" aria-label={words.work.deliveries}>
      <header className="work-head">
        <h2>{words.work.deliveries}</h2>
        {isFailure(state.error, 'not-permitted') ? null : (
          <div className="work-actions">
            <SendSince id={id} onLocked={onLocked} />
            <WriteButton
              small
              icon={<Icon name="act" />}
              isDisabled={test.isPending}
              onLocked={onLocked}
              onPress={() => test.mutate()}
            >
              {test.isPending ? words.work.testing : words.work.test}
            </WriteButton>
          </div>
        )}
      </header>
      {state.error && !known ? <Failed error={state.error} again={() => void state.refetch()} /> : null}
      {test.error ? <Failed error={test.error} title={words.refusal.notSent} /> : null}
      {test.data ? <TestResult tested={test.data} /> : null}
      {known ? <StateLine state={known} /> : null}
      {known ? <Deliveries id={id} parked={known.parked} waiting={known.waiting} onLocked={onLocked} /> : null}
    </section>
  )
}

function TestResult({ tested: { delivered, httpStatus, error, milliseconds, answer } }: { readonly tested: Tested }) {
  const { words } = useShell()
  const status = httpStatus === null ? words.work.noAnswer : words.work.status(httpStatus)
  return (
    <Notice
      tone={delivered ? 'good' : 'bad'}
      icon={delivered ? 'check' : 'alert'}
      title={delivered ? words.work.tested(milliseconds) : words.work.notTested}
    >
      <span>{[status, error ?? ''].filter((part) => part !== '').join(' · ')}</span>
      {answer ? <code className="work-error">{answer}</code> : null}
    </Notice>
  )
}

function StateLine({ state: { waiting, parked, behind, fault, lastOn, lastStatus, failingSince } }: StateProps) {
  const { words, formats } = useShell()
  const status = lastStatus === null ? words.work.noAnswer : words.work.status(lastStatus)
  return (
    <>
      {fault ? (
        <Notice tone="bad" icon="alert" title={words.work.fault}>
          {fault.message}
        </Notice>
      ) : null}
      <p className="dim">
        {[
          waiting + parked === 0 ? words.work.delivered : words.work.counts(waiting, parked),
          ...(lastOn === null ? [] : [words.work.last(formats.dateTime(lastOn), status)]),
        ].join(' · ')}
      </p>
      {behind > 0 ? <p className="dim">{words.work.behind(behind)}</p> : null}
      {failingSince === null ? null : <p className="dim">{words.work.failing(formats.dateTime(failingSince))}</p>}
    </>
  )
}

type StateProps = { readonly state: WebhookState }
