import type { Cause } from './sentences.ts'

/** No connection was available in time: nothing was sent. */
export class NoConnection extends Error {
  override readonly name: string = 'NoConnection'
  /** Why there is none. */
  readonly why: Cause

  constructor(message: string, why: Cause = 'unreachable') {
    super(message)
    this.why = why
  }
}

/** The timeline of the primary has changed since the statement was made: nothing was sent. */
export class TimelineEnded extends NoConnection {
  override readonly name = 'TimelineEnded'

  constructor(message: string) {
    super(message, 'promoted')
  }
}

/**
 * The deadline of one of the requests that share a write passed while it waited for a connection: nothing was sent. The
 * client of that request has been told so, or will be.
 */
export class DeadlinePassed extends NoConnection {
  override readonly name = 'DeadlinePassed'

  constructor(message: string) {
    super(message, 'crowded')
  }
}

/** Too many abandoned statements are still running: nothing was sent. */
export class TooManyAbandoned extends NoConnection {
  override readonly name = 'TooManyAbandoned'

  constructor(message: string) {
    super(message, 'stuck')
  }
}
