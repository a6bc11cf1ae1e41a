import type { Request } from '../call/Request.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import type { Log } from '../request/log.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import type { RequestObserver } from '../request/RequestObserver.ts'
import type { Trace } from '../request/requestMembers.ts'
import type { ClientAddress } from './clientAddress.ts'
import type { ConsoleFiles } from './console/ConsoleFiles.ts'
import type { ConsoleExtension } from './console/ConsoleExtension.ts'
import type { SessionCookie } from './cookie.ts'
import type { ByteBudget } from './overload/ByteBudget.ts'
import type { LoadLimiter } from './overload/LoadLimiter.ts'
import type { Route } from './routes.ts'
import type { StartSpan } from './tracing/createSpans.ts'

/** The settings and services that `http` uses. */
export interface AppOptions {
  /** The version of this program. */
  readonly version: string
  readonly cookie: SessionCookie
  /** What a refusal with 401 asks for, in the header `WWW-Authenticate`. */
  readonly challenge: string
  /** Whether the public address is https. */
  readonly secure: boolean
  /** Web origins whose pages may write: those of this service and the listed ones. */
  readonly allowedOrigins: ReadonlySet<string>
  /** Other web origins whose pages may use the service. */
  readonly listedOrigins: ReadonlySet<string>
  /** The script that shows the page of the API; undefined if it is not installed. */
  readonly scalar?: Buffer | undefined
  readonly bodyLimit: number
  /** Whether answers to internal errors say what happened: while an application is developed. */
  readonly explainErrors?: boolean | undefined
  /** The files of the console; `missing` if it is not built; undefined if it is turned off. */
  readonly console?: ConsoleFiles | 'missing' | undefined
  /** What the demo adds to the console; undefined everywhere else. */
  readonly extension?: ConsoleExtension | undefined
  readonly clientAddress: ClientAddress
  readonly log: Log
  /** Counts answers for `/metrics`. */
  readonly recorder: Recorder
  /** Memory for answers that their clients have not read yet. */
  readonly answers: ByteBudget
  /** Memory for the bodies of requests under way. */
  readonly bodies: ByteBudget
  /** Waits until a large body may be parsed. */
  awaitBodyTurn(): Promise<void>
  newRequestId(): string
  /** Whether the process is about to end. Answers then ask clients to close their connections. */
  isDraining(): boolean
  /** Whether answers have a header with the duration of their stages. */
  readonly serverTiming: boolean
  /** Starts the span of a request; undefined if nobody collects spans. */
  readonly startSpan: StartSpan | undefined
  /** Every route of the service. */
  readonly routes: readonly Route[]
  /** What answers their requests. */
  readonly tenant: AnsweringTenant
}

/** What answers the requests to one database. */
export interface AnsweringTenant {
  /** Decides which requests are accepted if more arrive than can be answered. */
  readonly limiter: LoadLimiter
  /** The user of a token, if it is cached; undefined if only the database knows. */
  findUser(token: string | undefined): number | undefined
  /** Answers a request. */
  answer(request: Request, trace: Trace, observer: RequestObserver): Promise<Envelope>
}
