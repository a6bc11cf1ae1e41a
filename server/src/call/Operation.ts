import type { Call } from './Call.ts'
import type { Takes } from './parameter/takes.ts'
import type { Request } from './Request.ts'

/** A method that routes have. */
export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

/** A method and a path, such as `GET /ws/rest/:model/:id`. */
export type RouteText = `${Method} /${string}`

/** Which setting bounds the time of a request. */
export type TimeLimit = 'request' | 'aggregate' | 'action' | 'export'

/** What an operation takes as its body. `http` checks and reads each kind in its own way. */
export type BodyKind = 'none' | 'json' | 'form' | 'scim'

/** An operation as `http` and `call` know it: a row of the table of operations, whose rows are in `operations`. */
export interface Operation {
  readonly name: string
  readonly route: RouteText
  /** Further routes, by the ids that they have in the OpenAPI document. */
  readonly otherRoutes?: Readonly<Record<string, RouteText>>
  /** Whether it changes records; then its failure reports the outcome of the write. */
  readonly writes: boolean
  /** Whether it needs no session. */
  readonly isPublic: boolean
  /** Whether clients may ask for it without a session, and then get no data: it takes `optional`. */
  readonly isOptional: boolean
  /** Whether it is refused if a page of another site sends it. */
  readonly sameSite: boolean
  /** Whether an administrator may ask for it as another user sees it. */
  readonly seeable: boolean
  /** Whether a standby may answer it. */
  readonly standby: boolean
  /** Whether the load limiter counts it; what it does not count must be bounded elsewhere. */
  readonly counted: boolean
  /** Whether it answers 304 if the client already has the answer. */
  readonly conditional: boolean
  readonly timeLimit: TimeLimit
  readonly body: BodyKind
  /** The page of the console to which browsers are led if it fails: people open its address. */
  readonly page?: string
  /** Whether its refusals have no body: they are for programs that read the status alone. */
  readonly isBare?: true
  /** Whether it is one of SCIM (RFC 7644): its credential, its answers and its refusals are those of that protocol. */
  readonly isScim?: true
  /** Its parameters, headers and members of its body. */
  readonly takes: Takes
  /** Parses the text that a client sent. `maxLimit` is the most records of a page. */
  parse(request: Request, maxLimit: number): Call
}
