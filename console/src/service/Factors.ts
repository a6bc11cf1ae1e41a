/** What one proves besides the password. */
export type Proof = { readonly totp: string } | { readonly recovery: string }

/** A second factor of one's own. */
export interface Factor {
  readonly id: number
  readonly version: number
  readonly name: string | null
  readonly createdOn: string
  readonly usedOn: string | null
}

/** One's own second factors. */
export interface Factors {
  readonly factors: readonly Factor[]
  /** How many recovery codes are left. */
  readonly recovery: number
  /** Whether codes of an app can be set up here. */
  readonly totp: boolean
}

/** An app that is being set up. */
export interface BegunTotp {
  readonly secret: string
  /** The same as an address that apps on this device open. */
  readonly uri: string
}
