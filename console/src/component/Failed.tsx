import { TabulariumError } from '@tabularium/client'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { failureWords } from '../shell/failureWords.ts'
import { useShell } from '../shell/Shell.tsx'

interface FailedProps {
  readonly error: Error
  /** What stands above the message, where that is known better. */
  readonly title?: string | undefined
  readonly again?: () => void
}

/** A failure: what the service said, its code and request id, and the way to try again. */
export function Failed({ error, title, again }: FailedProps) {
  const { words } = useShell()
  const failure = error instanceof TabulariumError ? error : undefined
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
      <span>{failureWords(error, words)}</span>
      {failure?.requestId ? (
        <span className="mono dim">
          {failure.code} · {words.failure.request(failure.requestId)}
        </span>
      ) : null}
    </Notice>
  )
}

/** A failure in the place of a screen that has nothing else to show yet. What is shown already stays below `Failed`. */
export function FailedPage(props: FailedProps) {
  return (
    <div className="page page-text">
      <Failed {...props} />
    </div>
  )
}
