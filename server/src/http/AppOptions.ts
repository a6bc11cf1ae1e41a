import type { Request } from '../call/Request.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import type { Log, Trace } from '../log.ts'
import type { ByteBudget } from './ByteBudget.ts'
import type { ClientAddress } from './clientAddress.ts'
import type { SessionCookie } from './cookie.ts'
import type { LoadLimiter } from './overload/LoadLimiter.ts'

/** What `http` is given to work with. */
export interface AppOptions {
  readonly cookie: SessionCookie
  /** Whether the public address is https. */
  readonly secure: boolean
  /** Web origins whose pages may make changes: ours and the listed ones. */
  readonly allowedOrigins: ReadonlySet<string>
  /** Web origins of others whose pages may use the service. */
  readonly listedOrigins: ReadonlySet<string>
  readonly bodyLimit: number
  readonly clientAddress: ClientAddress
  readonly log: Log
  /** Who is let in while there are more requests than can be answered. */
  readonly limiter: LoadLimiter
  /** The answers that wait for their clients to read them. */
  readonly answers: ByteBudget
  /** The bodies of requests that are under way. */
  readonly bodies: ByteBudget
  /** Waits for a place in the line of large bodies. */
  takePlace(): Promise<void>
  /** The user behind a token, where that is remembered; undefined where the database would have to be asked. */
  findUser(token: string | undefined): number | undefined
  newRequestId(): string
  /** Whether the process is about to end: clients are told to leave their connections. */
  isDraining(): boolean
  /** `admit` is told the user as soon as it is known. */
  answer(request: Request, trace: Trace, admit: (user: number) => void): Promise<Envelope>
}
