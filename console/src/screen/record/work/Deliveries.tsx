import { toUrl } from '../../../route/toUrl.ts'
import { Icon } from '../../../component/Icon.tsx'
import { useDeliveries, useSendAgain } from '../../../query/workQueries.ts'
import type { Deliveries as Which, Delivery } from '../../../service/WebhooksService.ts'
import { useRecordTitles } from '../../../shell/useRecordTitles.ts'
import { Failed } from '../../../component/Failed.tsx'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'
import '../../../component/tag.css'

/** What a webhook has not delivered: each with its last status, and the ways to send it again or give it up. */
export function Deliveries({
  id,
  parked,
  waiting,
  onLocked,
}: {
  readonly id: number
  readonly parked: number
  readonly waiting: number
  /** Opens why nothing may be sent; undefined for those who may. */
  readonly onLocked: (() => void) | undefined
}) {
  const { service, words, notify } = useShell()
  const { data } = useDeliveries(service, id, parked + waiting > 0)
  const { mutate, isPending, error } = useSendAgain(service, id)
  const titleOf = useRecordTitles(data?.data ?? [])
  const send = (which: Which, isDiscard: boolean) =>
    mutate(
      { which, isDiscard },
      { onSuccess: (many) => notify({ text: isDiscard ? words.work.discarded : words.work.sentAgain(many) }) },
    )
  if (parked + waiting === 0) return null
  return (
    <>
      {error ? <Failed error={error} title={words.refusal.notSent} /> : null}
      {parked > 1 ? (
        <p>
          <WriteButton small isDisabled={isPending} onLocked={onLocked} onPress={() => send({ parked: true }, false)}>
            {words.work.allAgain}
          </WriteButton>
        </p>
      ) : null}
      <ul>
        {(data?.data ?? []).map((delivery) => (
          <Line
            key={delivery.delivery}
            delivery={delivery}
            title={titleOf(delivery)}
            isBusy={isPending}
            onLocked={onLocked}
            onSend={(isDiscard) => send({ delivery: delivery.delivery }, isDiscard)}
          />
        ))}
      </ul>
    </>
  )
}

function Line({
  delivery: { model, id, version, state, attempts, dueOn, lastStatus, lastError, lastAnswer },
  title,
  isBusy,
  onLocked,
  onSend,
}: {
  readonly delivery: Delivery
  readonly title: string
  readonly isBusy: boolean
  readonly onLocked: (() => void) | undefined
  readonly onSend: (isDiscard: boolean) => void
}) {
  const { words, formats } = useShell()
  const { find } = useSession()
  const status = lastStatus === null ? undefined : words.work.status(lastStatus)
  const parts = [
    find(model)?.label ?? model,
    words.record.version(version),
    ...(state === 'parked' ? [] : [words.work.attempts(attempts)]),
    ...(status === undefined ? [] : [status]),
    ...(lastError === null ? [] : [lastError]),
    ...(state === 'waiting' && dueOn !== null ? [words.work.next(formats.dateTime(dueOn))] : []),
  ]
  return (
    <li className="page-line">
      <div className="work-text">
        <a href={toUrl({ screen: 'history', model, id, at: version, with: undefined })}>{title}</a>
        <span className="tag">{state === 'parked' ? words.work.parked(attempts) : words.work.waiting}</span>
        <p className="dim">{parts.join(' · ')}</p>
        {lastAnswer ? <code className="work-error">{lastAnswer}</code> : null}
      </div>
      <div className="work-actions">
        <WriteButton
          small
          icon={<Icon name="restore" />}
          isDisabled={isBusy}
          onLocked={onLocked}
          onPress={() => onSend(false)}
        >
          {words.work.again}
        </WriteButton>
        {state === 'parked' ? (
          <WriteButton small weight="quiet" isDisabled={isBusy} onLocked={onLocked} onPress={() => onSend(true)}>
            {words.work.discard}
          </WriteButton>
        ) : null}
      </div>
    </li>
  )
}
