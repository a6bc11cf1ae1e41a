/** An answer before HTTP: the body's text, and what goes into headers. */
export interface Envelope {
  readonly text: string
  /** The version of the one record in it, for the ETag. */
  readonly version?: number
  /** A session that begins (its token) or ends (null) with this answer. */
  readonly session?: string | null
  /** It was given before, to the same request. */
  readonly replayed?: boolean
}
