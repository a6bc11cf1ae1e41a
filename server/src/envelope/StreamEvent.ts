/** A reply that is a stream of events. `close` is called when the client is gone. */
export interface EventStream {
  readonly events: AsyncGenerator<StreamEvent, void>
  /** The id of the user who follows. */
  readonly user: number
  close(): void
}

/** An event of a stream: a change, or one of the named events. */
export interface StreamEvent {
  /** Absent for a change. */
  readonly event?: 'heartbeat' | 'reset' | 'end'
  /** The token behind this event. */
  readonly id?: string
  /** As JSON. */
  readonly data: string
  /** How many characters are in memory until this event and those that were loaded with it are read. */
  readonly held?: number
}
