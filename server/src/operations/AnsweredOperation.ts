import type { Call } from '../call/Call.ts'
import type { Operation, RouteText, TimeLimit } from '../call/Operation.ts'
import type { Request } from '../call/Request.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import type { DescribedOperation, Description } from '../openapi/DescribedOperation.ts'
import type { RequestContext, Services } from './Services.ts'

/** A row of the table of operations: all that is particular to an operation. */
export type AnsweredOperation = DescribedOperation & {
  /** What the service must have, so that there is such an operation. */
  readonly needs?: 'mail' | 'encryption' | undefined
  answer(call: Call, services: Services, context: RequestContext): Promise<Envelope>
}

/** What a row says besides its functions. What it leaves out follows from the rest. */
export interface Facts<C extends Call, Writes extends boolean> {
  readonly route: RouteText
  readonly otherRoutes?: Readonly<Record<string, RouteText>>
  /** Absent: false. */
  readonly writes?: Writes
  /** Absent: false. */
  readonly isPublic?: boolean
  /** Absent: whether the method is another one than GET. */
  readonly sameSite?: boolean
  /** Absent: whether it is no write. */
  readonly seeable?: boolean
  /** Absent: false. */
  readonly standby?: boolean
  /** Absent: true. */
  readonly counted?: boolean
  /** Absent: false. */
  readonly conditional?: boolean
  /** What the service must have, so that there is such an operation; absent: nothing. */
  readonly needs?: 'mail' | 'encryption'
  /** Absent: that of all requests. */
  readonly timeLimit?: TimeLimit
  /** Absent: JSON if the method is PUT or POST. */
  readonly body?: Operation['body']
  readonly page?: string
  readonly isBare?: true
  readonly isScim?: true
  /** Absent: nothing. */
  readonly takes?: Operation['takes']
  parse(request: Request, maxLimit: number): C
}

/** A row before it has its name, which is its member's name in the table. */
export type Row<Writes extends boolean> = Omit<Operation, 'name' | 'writes'> &
  Description & {
    readonly writes: Writes
    readonly needs?: 'mail' | 'encryption' | undefined
    answer(call: Call, services: Services, context: RequestContext): Promise<Envelope>
  }
