import type { SearchAllCall } from '../call/AccountCall.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import type { Models } from '../model/Models.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import { planSearchAll } from '../plan/searchAll.ts'
import type { Database } from '../postgres/Database.ts'
import type { Caller } from '../session/Caller.ts'
import { isAuthorized, requireAuthorized } from '../statement/authorization/authCheck.ts'
import { searchAllStatement } from '../statement/searchAll.ts'

interface SearchAllServices {
  readonly reads: Pick<Database, 'run'>
  readonly models: Models
  readonly rights: RightsCache
}

/** Finds records of all models by words, as far as the caller sees them. */
export async function searchAll(
  { q }: SearchAllCall,
  caller: Caller,
  { reads, models, rights }: SearchAllServices,
  deadline: Deadline,
): Promise<Envelope> {
  const { userId: user, credential } = caller
  const authorization = { userId: user, rights: rights.get(caller), credential, deadline }
  const statement = searchAllStatement(planSearchAll(q, authorization), authorization, models)
  const work = { user, deadlines: [deadline], generation: credential.generation, accepts: isAuthorized }
  const rows = requireAuthorized(await reads.run(statement, 'read', work))
  const data = rows.map(
    ([model, records, more]) =>
      `{"model":${JSON.stringify(model)},"records":[${records ?? ''}],"more":${String(more === 'true')}}`,
  )
  return toDataEnvelope({ data: data.join(',') })
}
