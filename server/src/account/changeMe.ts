import type { ChangeMeCall } from '../call/AccountCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { executeUpdate } from '../execute/recordPlans.ts'
import { requireStored } from '../execute/requireRecord.ts'
import { Failure } from '../failure/failure.ts'
import { userModel } from '../model/builtIn/names.ts'
import { planUpdate } from '../plan/update.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Caller } from '../session/Caller.ts'
import type { Sessions } from '../session/Sessions.ts'
import { didYouMeanZone, isTimeZone } from '../text/timeZone.ts'
import { serviceOnBehalfOf } from './account.ts'
import { type MeServices, showMe } from './me.ts'

interface ChangeMeServices extends ExecutionServices, MeServices {
  readonly sessions: Sessions
}

/** Changes the language and the time zone of the caller, which need no right, and nothing else of the user. */
export async function changeMe(
  { token, requestId, language, timeZone }: ChangeMeCall,
  caller: Caller,
  services: ChangeMeServices,
  deadline: Deadline,
): Promise<Envelope> {
  const changes = { ...(language === undefined ? {} : { language }), ...(timeZone === undefined ? {} : { timeZone }) }
  requireKnown(changes, services.models.application.languages)
  const model = services.models.get(userModel)
  const authorization = serviceOnBehalfOf(caller, services, deadline)
  const stored = await services.run.read({ operation: 'read', model, authorization, id: caller.userId })
  const { version } = requireStored(stored, caller.userId)
  const context = { authorization, requestId, dryRun: false }
  // Other changes of the user do not matter: the last language and zone count.
  const target = { id: caller.userId, onConflict: 'merge' } as const
  await executeUpdate(planUpdate({ version, ...changes }, target, model, services.models, context), services)
  services.sessions.forget(token)
  return showMe(caller, services, changes.language ?? undefined)
}

function requireKnown(
  { language, timeZone }: Pick<ChangeMeCall, 'language' | 'timeZone'>,
  languages: readonly string[],
): void {
  const errors: Record<string, string> = {}
  if (typeof language === 'string' && !languages.includes(language))
    errors['language'] =
      languages.length === 0
        ? 'must be null: the application declares no languages'
        : `must be one of ${languages.join(', ')}`
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    errors['timeZone'] = `must be a name such as Europe/Paris.${didYouMeanZone(timeZone)}`
  if (Object.keys(errors).length > 0)
    throw new Failure('invalid-record', 'Your account was not changed; see errors for each member.', { errors })
}
