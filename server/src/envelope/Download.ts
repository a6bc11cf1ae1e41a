/** A reply that is a file, sent while it is made. */
export interface Download {
  readonly bytes: AsyncGenerator<Uint8Array, void>
  /** The media type. */
  readonly type: string
  readonly fileName: string
  /** The id of the user who gets it. */
  readonly user: number
  /** Aborted if it must not go on: then the client learns that it is incomplete. */
  readonly ended: AbortSignal
  /** How many records were written so far. */
  rows(): number
  /** Called once, when it was sent or the client is gone. */
  close(): void
}
