import type { Scim } from '../account/scim/Scim.ts'
import type { SignIns } from '../account/signIn/SignIns.ts'
import type { AboutService } from '../account/me.ts'
import type { LinkServices } from '../account/mailLinks.ts'
import type { ActionServices } from '../execute/logic/runAction.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { Exports } from '../execute/exports/Exports.ts'
import type { Feed } from '../feed/Feed.ts'
import type { Logic } from '../logic/Logic.ts'
import type { Model } from '../model/Model.ts'
import type { Documents } from '../openapi/Documents.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import type { OnSignIn } from '../session/OnSignIn.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Log } from '../request/log.ts'
import type { RequestObserver } from '../request/RequestObserver.ts'
import type { Caller } from '../session/Caller.ts'
import type { Encryption } from '../session/Encryption.ts'
import type { Sessions } from '../session/Sessions.ts'
import type { ResendServices } from '../webhooks/resendDelivery.ts'
import type { TestServices } from '../webhooks/testWebhook.ts'

/** The services that the stages of a request use. */
export interface Services extends ActionServices, ResendServices, TestServices, LinkServices {
  readonly sessions: Sessions
  readonly rights: RightsCache
  /** Runs reads: on a standby if the settings say so. */
  readonly reads: Pick<ExecutionServices['database'], 'run'>
  readonly feed: Feed
  readonly exports: Exports
  readonly logic: Logic
  /** The time that an action may take, if it declares none; in milliseconds. */
  readonly actionTimeout: number
  readonly documents: Documents
  readonly about: AboutService
  readonly signIns: SignIns
  readonly scim: Scim
  /** Absent without encryptionKeys. */
  readonly encryption?: Encryption | undefined
  readonly log: Log
  /** Counts a login. */
  onSignIn: OnSignIn
  /** The names of the roles that files declare. */
  readonly declaredRoles: readonly string[]
  /** Returns 256 random bits. */
  newToken(): Uint8Array
  /** The time of day, in milliseconds since 1970. */
  now(): number
}

/** The deadline of a request, and callbacks for what becomes known about it: for the log and the load limiter. */
export interface RequestContext extends Omit<RequestObserver, 'onUser'> {
  readonly deadline: Deadline
  /** The username with whose rights an administrator wants the answer; absent if callers act for themselves. */
  readonly seeAs?: string | undefined
  /** The languages that the client reads, as in the header `Accept-Language`. */
  readonly acceptLanguage?: string | undefined
  /** The operation changes something: a key that only reads is refused, whatever it is about. */
  readonly writes?: true
  /** The client's network address. */
  readonly address: string
  readonly requestId: string
  /** The name that the client gives itself. */
  readonly agent?: string | undefined
  onCaller(caller: Caller): void
  onModel(model: Model): void
  onAction(action: { readonly name: string }): void
}
