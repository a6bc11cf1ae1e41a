/** A provider with which people log in. */
export interface LoginProvider {
  readonly name: string
  /** Its name for people. */
  readonly label: string
}

/** A login that worked or was refused. */
export interface SignIn {
  readonly id: number
  readonly on: string
  readonly user: { readonly id: number; readonly username: string; readonly name?: string | null } | null
  /** As whom an administrator looked; null for a login. */
  readonly seen?: { readonly username: string } | null
  readonly method: string
  readonly provider: string | null
  readonly result: 'ok' | 'refused'
  readonly network: string | null
  /** The browser. */
  readonly agent?: string | null
}

/** A part of the looks as another user, the newest first, and where the next one begins while there is one. */
export interface LooksPage {
  readonly looks: readonly SignIn[]
  readonly next: number | undefined
}

/** A login at a provider that is tied to a user. */
export interface TiedLogin {
  readonly id: number
  readonly provider: string
  readonly createdOn: string
}

/** How people log in. */
export interface LoginMethods {
  /** Who may log in with a password: all, those who are tied to no provider, or some administrators alone. */
  readonly passwords: 'all' | 'local' | 'break-glass'
  /** Whether the service sends links by mail. */
  readonly forgotten: boolean
  readonly providers: readonly LoginProvider[]
}
