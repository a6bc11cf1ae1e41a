/** A proof besides the password: a code of an app, or a recovery code. */
type Proof = { readonly totp: string } | { readonly recovery: string }

/** The second step of a login. */
export interface LoginFactorCall {
  readonly operation: 'loginFactor'
  /** What the first step answered. */
  readonly login: string
  readonly proof: Proof
  readonly requestId: string
  readonly agent: string | null
  readonly address: string
}

/** A call about the caller's own factors. */
export interface OwnFactorsCall {
  readonly operation: 'factors' | 'beginTotp' | 'renewRecovery'
  readonly token: string | undefined
  readonly requestId: string
}

/** The first code of an app that is being set up. */
export interface ConfirmTotpCall {
  readonly operation: 'confirmTotp'
  readonly token: string | undefined
  readonly requestId: string
  readonly code: string
  /** What the user calls it. */
  readonly name?: string
}
