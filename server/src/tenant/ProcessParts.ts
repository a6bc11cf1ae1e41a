import type { Passwords } from '../execute/ExecutionServices.ts'
import type { Logic } from '../logic/Logic.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import type { ProviderOptions, SignInOptions } from '../model/signIn/signIn.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import type { OfferedOperation } from '../operations/table.ts'
import type { Documents } from '../openapi/Documents.ts'
import type { Sender } from '../outbound/Sender.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import type { Log } from '../request/log.ts'
import type { OidcProvider, ProviderParts } from '../session/oidc/OidcProvider.ts'
import type { Encryption } from '../session/Encryption.ts'
import type { PasswordChecker } from '../session/PasswordChecker.ts'
import type { Settings } from '../settings/Settings.ts'
import type { Mailer } from '../work/mail/Mailer.ts'
import type { OwnMailOptions } from '../work/mail/ownMail.ts'

/** What a process has once, whatever its database is: nothing in it is learned from one. */
export interface ProcessParts {
  readonly settings: Settings
  readonly models: Models
  /** The roles that files declare beside the models. */
  readonly roles: readonly DeclaredRole[]
  /** The logic that files declare beside the models. */
  readonly logic: Logic
  readonly log: Log
  /** The version of this program. */
  readonly version: string
  /** How people log in, and from which origin; `createProvider` is absent without providers. */
  readonly signIn: {
    readonly options: SignInOptions
    readonly origin: string
    createProvider?(options: ProviderOptions, parts: ProviderParts): OidcProvider
  }
  readonly documents: Documents
  /** Rights by the text of their rules. */
  readonly rights: RightsCache
  readonly recorder: Recorder
  /** Checks and hashes new passwords. */
  readonly passwords: Passwords
  /** Checks the passwords of logins: there is one, so that they leave a core for other requests. */
  readonly passwordChecker: PasswordChecker
  /** Encrypts secrets in the database; absent without encryptionKeys. */
  readonly encryption?: Encryption | undefined
  /** There is one, so that its look-ups of names share their bound. */
  readonly sender: Sender
  /** What sends mails; absent without a mail server. */
  readonly mailer?: Mailer | undefined
  /** What the mails of the service need; absent without a mail server, or without an address for links. */
  readonly ownMails?: OwnMailOptions | undefined
  /** What the service offers: without mails of its own no operation that needs them. */
  readonly operations: readonly OfferedOperation[]
  newRequestId(): string
  /** 256 random bits. */
  newToken(): Uint8Array
  /** The time of day, in milliseconds since 1970. */
  now(): number
  /** A random number from 0 to 1. */
  random(): number
}
