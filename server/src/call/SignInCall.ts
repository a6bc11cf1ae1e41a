import type { Call } from './Call.ts'

/** A question how people log in. */
export interface LoginMethodsCall extends Call {
  readonly operation: 'loginMethods'
}

/** The beginning of a login at a provider. */
export interface BeginLoginCall extends Call {
  readonly operation: 'beginLogin'
  readonly provider: string
  /** Where it leads in the end. */
  readonly to: string | undefined
  /** The person must log in again there, however short the last login is ago. */
  readonly confirm: boolean
  readonly address: string
}

/** The way back from a provider. */
export interface FinishLoginCall {
  readonly operation: 'finishLogin'
  readonly provider: string
  /** The query string. Whatever the provider sends is in it. */
  readonly query: string
  /** The cookie of the browser that began the login. */
  readonly browser: string | undefined
  readonly requestId: string
  readonly address: string
  readonly agent: string | null
}

/** A logout here that leads to the provider, to log out there too. */
export interface LogoutThereCall {
  readonly operation: 'logoutThere'
  readonly provider: string
  readonly token: string | undefined
  readonly requestId: string
}

/** What a provider tells when somebody has logged out there. */
export interface BackchannelLogoutCall {
  readonly operation: 'backchannelLogout'
  readonly provider: string
  /** The logout token. */
  readonly token: string
  readonly requestId: string
  readonly address: string
}

/** A question for the providers whose access tokens are taken. */
export interface ProtectedResourceCall extends Call {
  readonly operation: 'protectedResource'
}

/** A question for the newest logins. */
export interface SignInsCall {
  readonly operation: 'signIns'
  readonly token: string | undefined
  readonly limit: number
  readonly after?: number | undefined
  /** The username of whose logins are wanted; all that the caller may see if absent. */
  readonly user?: string | undefined
  readonly method?: string | undefined
}
