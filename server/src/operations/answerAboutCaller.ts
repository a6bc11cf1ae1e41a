import { changePassword, confirmNewPassword, endSessions } from '../account/account.ts'
import { explain } from '../account/explain.ts'
import { explainAction } from '../account/explainAction.ts'
import { type AboutService, showMe } from '../account/me.ts'
import { searchAll } from '../account/searchAll.ts'
import type { AccountCall } from '../call/AccountCall.ts'
import type { MetaCall } from '../call/Call.ts'
import type { OpenApiCall } from '../call/OpenApiCall.ts'
import type { Deadline } from '../request/deadline.ts'
import { describe } from './describeModels.ts'
import { describeActions } from './describeActions.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { Logic } from '../logic/Logic.ts'
import { type OnStage, timeStage } from '../request/timeStages.ts'
import type { Documents } from '../openapi/Documents.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import type { Caller } from '../session/Caller.ts'
import type { Sessions } from '../session/Sessions.ts'
import { withCaller } from '../session/withCachedCaller.ts'

/** What these requests need of the services of a request. */
export interface CallerServices extends ExecutionServices {
  readonly sessions: Sessions
  /** Runs reads: on a standby if the settings say so. */
  readonly reads: Pick<ExecutionServices['database'], 'run'>
  readonly rights: RightsCache
  readonly documents: Documents
  readonly about: AboutService
  readonly logic: Logic
  /** The names of the roles that files declare. */
  readonly declaredRoles: readonly string[]
}

interface CallerContext {
  readonly deadline: Deadline
  readonly onStage?: OnStage | undefined
  onCaller(caller: Caller): void
}

/** Answers what depends on the caller alone, who is always looked up. */
export function answerAboutCaller(
  call: AccountCall | MetaCall | OpenApiCall,
  services: CallerServices,
  { deadline, onStage, onCaller }: CallerContext,
  requireCaller: (quiet: boolean) => Promise<Caller>,
): Promise<Envelope> {
  const quiet = 'quiet' in call && call.quiet
  const authenticate = () => timeStage(onStage, 'authenticate', () => requireCaller(quiet))
  return withCaller(authenticate, async (caller) => {
    onCaller(caller)
    switch (call.operation) {
      case 'me':
        return showMe(caller, services)
      case 'searchAll':
        return searchAll(call, caller, services, deadline)
      case 'explain':
        return explain(call, caller, services)
      case 'explainAction':
        return explainAction(call, caller, services)
      case 'actions':
        return describeActions(services.logic, services.rights.get(caller))
      case 'password': {
        const confirmed = await confirmNewPassword(call, caller, services)
        return withCaller(authenticate, (again) => changePassword(confirmed, call, again, services, deadline))
      }
      case 'endSessions':
        return endSessions(call, caller, services, deadline)
      case 'openapi':
        return services.documents.get(services.rights.get(caller), call.models)
      default:
        return describe(call, services.rights.get(caller), services.declaredRoles)
    }
  })
}
