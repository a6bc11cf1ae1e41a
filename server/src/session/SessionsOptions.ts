import type { PasswordChoice } from '../model/signIn/signIn.ts'
import type { Database } from '../postgres/Database.ts'
import type { Encryption } from './Encryption.ts'
import type { PresentedToken } from './Login.ts'
import type { OnSignIn } from './OnSignIn.ts'
import type { PasswordChecker } from './PasswordChecker.ts'
import type { Throttle } from './Throttle.ts'

/** What sessions need of a process and its database. */
export interface SessionsOptions {
  readonly database: Database
  readonly passwords: PasswordChecker
  readonly throttle: Throttle
  /** In milliseconds, as is `lifetime`. */
  readonly idle: number
  readonly lifetime: number
  /** How long a confirmation counts, in milliseconds. */
  readonly confirmFor: number
  /** Who may log in with a password. */
  readonly passwordUse: PasswordChoice
  /** Encrypts the secrets of factors; absent without encryptionKeys. */
  readonly encryption?: Encryption | undefined
  onSignIn: OnSignIn
  /** Opens the session of an access token that was not used. Returns the provider of a token that is right. */
  openByToken(token: PresentedToken): Promise<string | undefined>
  /** 256 random bits. */
  newToken(): Uint8Array
}
