import type { TimeLimit } from '../call/Operation.ts'
import { type CallLimits, tryParseCall } from '../call/parseCall.ts'
import type { Request } from '../call/Request.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { Failure } from '../failure/failure.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import { answer } from '../operations/answer.ts'
import type { AnsweredOperation } from '../operations/AnsweredOperation.ts'
import type { AnswerInTime } from '../operations/answerInTime.ts'
import type { RequestContext, Services } from '../operations/Services.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Trace } from '../request/requestMembers.ts'
import type { RequestObserver } from '../request/RequestObserver.ts'
import { bothOf, type OnStage } from '../request/timeStages.ts'
import type { Sessions } from '../session/Sessions.ts'

/** Answers a request with an envelope. */
export type Answer = (request: Request, trace: Trace, observer: RequestObserver) => Promise<Envelope>

/** What answering requests needs. */
export interface AnswerServices {
  readonly callLimits: CallLimits
  readonly inTime: Readonly<Record<TimeLimit, AnswerInTime>>
  readonly services: Services
  /** The services of operations that a standby may answer. */
  readonly standbyServices: Services
  readonly sessions: Sessions
  readonly recorder: Recorder
}

/** Creates the function that answers the requests of an operation. What depends on its row is looked up here. */
export function toAnswer(
  operation: AnsweredOperation,
  { callLimits, inTime, services, standbyServices, sessions, recorder }: AnswerServices,
): Answer {
  const answerInTime = inTime[operation.timeLimit]
  const used = operation.standby ? standbyServices : services
  return (request, trace, observer) => {
    const call = tryParseCall(operation, request, callLimits)
    return answerInTime(
      operation,
      (deadline) => {
        if (call instanceof Failure) return operation.isPublic ? Promise.reject(call) : sessions.refuse(request, call)
        const onStage = bothOf(recorder.sampleStages(), observer.onStage)
        return answer(operation, call, used, toContext(request, deadline, onStage, trace, observer))
      },
      call instanceof Failure ? 0 : call.wait,
    )
  }
}

/** The context of a request. It reports what becomes known about it to the log and to the load limiter. */
function toContext(
  { seeAs, acceptLanguage, address, requestId, agent }: Request,
  deadline: Deadline,
  onStage: OnStage | undefined,
  trace: Trace,
  { onUser, onLanguage, isGone, onGone, onWait }: RequestObserver,
): RequestContext {
  return {
    deadline,
    seeAs,
    acceptLanguage,
    address,
    requestId,
    agent,
    onLanguage,
    onStage,
    isGone,
    onGone,
    onWait,
    onCaller: ({ username, userId, seenBy }) => {
      trace.user = seenBy?.username ?? username
      if (seenBy) trace.seeAs = username
      onUser(seenBy?.userId ?? userId)
    },
    onModel: ({ name }) => {
      trace.model = name
    },
    onAction: ({ name }) => {
      trace.action = name
    },
  }
}
