/** What all logic learns about the moment in which it runs. */
export interface RunContext {
  /** When the call began. It stays the same if the logic runs again: use it instead of the clock. */
  readonly moment: Date
  /** Ends waiting when the time is up. */
  readonly signal: AbortSignal
  /** Writes lines to the log of the service. */
  readonly log: LogicLog
}

/** The log of the service. Members are plain values; secrets do not belong there. */
export interface LogicLog {
  info(message: string, members?: Readonly<Record<string, unknown>>): void
  warn(message: string, members?: Readonly<Record<string, unknown>>): void
}
