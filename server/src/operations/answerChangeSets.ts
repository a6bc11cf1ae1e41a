import type { AnyChangeSetCall } from '../call/ChangeSetsCall.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { listChangeSets, showChangeSet } from '../execute/undo/showChangeSets.ts'
import { undoChangeSet } from '../execute/undo/undoChangeSet.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import { planChangeSet, planChangeSets, planUndoChangeSet } from '../plan/changeSets.ts'
import type { Caller } from '../session/Caller.ts'
import { withCaller } from '../session/withCachedCaller.ts'

/** What the requests for change sets need of the services of a request. */
export interface ChangeSetServices extends ExecutionServices {
  readonly rights: RightsCache
}

/** Lists change sets, shows one, or undoes it. The caller is always looked up. */
export function answerChangeSets(
  call: AnyChangeSetCall,
  services: ChangeSetServices,
  { deadline, onCaller }: { readonly deadline: Deadline; onCaller(caller: Caller): void },
  authenticate: () => Promise<Caller>,
): Promise<Envelope> {
  return withCaller(authenticate, (caller) => {
    onCaller(caller)
    const { userId, credential } = caller
    return execute(call, { userId, rights: services.rights.get(caller), credential, deadline }, services)
  })
}

function execute(call: AnyChangeSetCall, authorization: Authorization, services: ExecutionServices): Promise<Envelope> {
  switch (call.operation) {
    case 'changeSets':
      return listChangeSets(planChangeSets(call, authorization), services)
    case 'changeSet':
      return showChangeSet(planChangeSet(call, authorization), services)
    case 'undoChangeSet':
      return undoChangeSet(planUndoChangeSet(call, authorization), services)
  }
}
