import { TabulariumError } from '@tabularium/client'
import { Button } from '../part/Button.tsx'
import { Notice } from '../part/Notice.tsx'
import { useShell } from './Shell.tsx'

/** A failure: what the service said, its code and request id, and the way to try again. */
export function Failed({
  error,
  title,
  again,
}: {
  readonly error: Error
  /** What stands above the message, where that is known better. */
  readonly title?: string | undefined
  readonly again?: () => void
}) {
  const { words } = useShell()
  const failure = error instanceof TabulariumError ? error : undefined
  const message = failure?.code === 'no-answer' ? words.failure.noAnswer : error.message
  return (
    <Notice
      tone="bad"
      icon="alert"
      title={title ?? words.failure.title}
      actions={
        again ? (
          <Button small onPress={again}>
            {words.failure.again}
          </Button>
        ) : null
      }
    >
      <span>{message}</span>
      {failure?.requestId ? (
        <span className="mono dim">
          {failure.code} · {words.failure.request(failure.requestId)}
        </span>
      ) : null}
    </Notice>
  )
}
