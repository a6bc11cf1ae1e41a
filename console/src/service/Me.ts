/** Who is logged in. */
export interface Me {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly admin: boolean
  readonly roles: readonly string[]
  /** The language and the time zone of the user; null if they are those of the browser. */
  readonly language?: string | null
  readonly timeZone?: string | null
  /** The administrator who looks as this user; absent where nobody does. */
  readonly seenBy?: { readonly id: number; readonly username: string }
  readonly session?: {
    readonly since: string
    readonly until: string
    readonly latest?: string
    /** The name of the provider with which it was opened. */
    readonly provider?: string | null
  }
  /** The clock of the service, by which the times of the session are meant. */
  readonly now?: string
  /** What holds for all models; older services say nothing. */
  readonly application?: {
    readonly label?: string
    readonly today?: string
    readonly timeZone?: string
    readonly languages?: readonly string[]
    readonly yearBegins?: string
  }
  /** How much the service takes in one call. */
  readonly limits?: { readonly maxLimit: number; readonly maxBulk: number; readonly bodyLimit: number }
}
