import type { Call } from '../call/Call.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import type { Description, OwnDescription } from '../openapi/DescribedOperation.ts'
import { takes } from '../call/parameter/takes.ts'
import type { Caller } from '../session/Caller.ts'
import type { Facts, Row } from './AnsweredOperation.ts'
import { answerWith, type CallerAuthorization, type Steps } from './answer.ts'
import type { RequestContext, Services } from './Services.ts'

const nothing = takes({})

/** Makes a row of an operation that has a path of its own. */
export function operation<C extends Call, Writes extends boolean = false>(
  row: Facts<C, Writes> &
    Description & {
      answer(call: NoInfer<C>, services: Services, context: RequestContext): Promise<Envelope>
    },
): Row<Writes> {
  const writes = (row.writes ?? false) as Writes
  const hasBody = /^(PUT|POST) /.test(row.route)
  return {
    isPublic: false,
    sameSite: !row.route.startsWith('GET '),
    seeable: !writes && !row.isPublic,
    standby: false,
    counted: true,
    conditional: false,
    timeLimit: 'request',
    body: hasBody ? 'json' : 'none',
    takes: nothing,
    isOptional: false,
    ...row,
    writes,
  }
}

/** A row whose calls can say that nobody is no failure: then the answer has no data. */
export function orNobody<Writes extends boolean>(row: Row<Writes>): Row<Writes> {
  return {
    ...row,
    isOptional: true,
    answer: (call, services, context) =>
      row.answer(call, services, context).catch((error: unknown) => {
        if (call.optional && error instanceof Failure && error.code === 'session-required') return toEnvelope([])
        throw error
      }),
  }
}

/** Makes a row of an operation whose requests are answered by the path of all requests. */
export function operationOf<C extends Call, Subject, Plan extends object, Writes extends boolean = false>(
  row: Facts<C, Writes> & Description,
  steps: Steps<C, Subject, Plan>,
): Row<Writes> {
  return operation<C, Writes>({
    ...row,
    answer: (call, services, context) => answerWith(steps, call, services, context),
  })
}

/** What a row says whose operation is about no record of a model. */
export interface OwnRow<C extends Call, Plan extends object, Writes extends boolean> extends Facts<C, Writes> {
  /** Absent: `Description`. */
  readonly tag?: OwnDescription['tag']
  readonly describe: OwnDescription['describe']
  plan(call: NoInfer<C>, authorization: CallerAuthorization, caller: Caller): Plan
  execute: Steps<NoInfer<C>, undefined, NoInfer<Plan>>['execute']
}

/** Makes a row of an operation that is about no record of a model. The caller is always looked up. */
export function own<C extends Call, Plan extends object, const Writes extends boolean = false>({
  plan,
  execute,
  ...row
}: OwnRow<C, Plan, Writes>): Row<Writes> {
  return operationOf<C, undefined, Plan, Writes>(
    { tag: 'Description', ...row, about: 'service' },
    {
      mayUseCache: () => false,
      permit: () => undefined,
      plan: (call, _, authorization, __, caller) => plan(call, authorization, caller),
      execute,
    },
  )
}
