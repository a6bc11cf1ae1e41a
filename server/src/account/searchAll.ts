import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import type { Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { ModelSearch } from '../plan/searchAll.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Database } from '../postgres/Database.ts'
import { isAuthorized, requireAuthorized } from '../statement/authorization/authCheck.ts'
import { searchAllStatement } from '../statement/searchAll.ts'

interface SearchAllServices {
  readonly reads: Pick<Database, 'run'>
  readonly models: Models
}

/** A search over all models, and for whom. */
export interface SearchAllPlan {
  readonly searches: readonly ModelSearch[]
  readonly authorization: Authorization & { readonly deadline: Deadline }
}

/** Finds records of all models by words, limited to what the caller sees. */
export async function searchAll(
  { searches, authorization }: SearchAllPlan,
  { reads, models }: SearchAllServices,
): Promise<Envelope> {
  const statement = searchAllStatement(searches, authorization, models)
  const { userId: user, credential, deadline } = authorization
  const sentIn = credential ? { generation: credential.generation } : {}
  const work = { user, deadlines: [deadline], ...sentIn, accepts: isAuthorized }
  const rows = requireAuthorized(await reads.run(statement, 'read', work))
  const data = rows.map(
    ([model, records, more]) =>
      `{"model":${JSON.stringify(model)},"records":[${records ?? ''}],"more":${String(more === 'true')}}`,
  )
  return toDataEnvelope({ data: data.join(',') })
}
