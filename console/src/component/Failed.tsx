import { TabulariumError } from '@tabularium/client'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { failureWords } from '../shell/failureWords.ts'
import { useShell } from '../shell/Shell.tsx'

interface FailedProps {
  readonly error: Error
  /** What stands above the message, where that is known better. */
  readonly title?: string | undefined
  /** What stands in the place of the message, where that says it better. */
  readonly reason?: ReactNode
  readonly again?: () => void
  /** What else there is to show below the message. */
  readonly children?: ReactNode
}

/** A failure: why, and the way to try again. What else the service said, for those who look for it, is folded. */
export function Failed({ error, title, reason, again, children }: FailedProps) {
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
      {reason ?? <span>{failureWords(error, words)}</span>}
      {children}
      {failure?.requestId ? (
        <details className="failed-details">
          <summary>{words.refusal.details}</summary>
          {reason ? <span>{failure.message}</span> : null}
          <span className="mono">
            {failure.code} · {words.failure.request(failure.requestId)}
          </span>
        </details>
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
