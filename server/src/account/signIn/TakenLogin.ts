import type { OidcProvider } from '../../session/oidc/OidcProvider.ts'
import type { LoginPurpose } from '../../statement/service/loginStates.ts'

/** Where a browser is led, and the cookie by which it is known when it comes back. */
export interface BegunLogin {
  readonly location: string
  readonly browser: string
}

/** What comes back from a provider. */
export interface Callback {
  readonly provider: string
  /** The query string. */
  readonly query: string
  /** The cookie of the browser; undefined if it has none. */
  readonly browser: string | undefined
}

/** What was begun, and has come back. */
export interface TakenLogin {
  readonly provider: OidcProvider
  readonly to: string
  readonly purpose: LoginPurpose
  readonly checks: {
    readonly state: string
    readonly verifier: string
    readonly nonce: string
    readonly maxAge?: number
  }
}

/** The client whose login comes back. */
export interface Client {
  readonly requestId: string
  readonly address: string
  readonly agent: string | null
}

/** Where the browser is led, and the token of its new session. */
export interface FinishedLogin {
  readonly to: string
  readonly token: string
}
