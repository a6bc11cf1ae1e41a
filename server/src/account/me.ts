import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { mayDo } from '../permission/mayDo.ts'
import type { Rights } from '../permission/Rights.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import type { Database } from '../postgres/Database.ts'
import type { Caller } from '../session/Caller.ts'
import { requireAuthorized } from '../statement/authorization/authCheck.ts'
import { meStatement } from '../statement/service/me.ts'

/** What a client should know of the service before it sends anything. */
export interface AboutService {
  readonly limits: { readonly maxLimit: number; readonly maxBulk: number; readonly bodyLimit: number }
  readonly version: string
}

interface MeServices {
  readonly database: Database
  readonly rights: RightsCache
  readonly about: AboutService
}

/** Shows who the caller is, by which session or key, and what the caller may do. */
export async function showMe(caller: Caller, { database, rights, about }: MeServices): Promise<Envelope> {
  const { userId, username, admin, credential, seenBy } = caller
  const found = await database.run(meStatement(credential), 'read', { generation: credential.generation })
  const [row] = requireAuthorized(found)
  const [name, roles, own, now] = row ?? []
  return toEnvelope([
    {
      id: userId,
      username,
      name,
      admin,
      roles: JSON.parse(roles ?? '[]'),
      [credential.isKey ? 'key' : 'session']: JSON.parse(own ?? 'null'),
      now,
      ...(seenBy ? { seenBy: { id: seenBy.userId, username: seenBy.username } } : {}),
      may: toMay(rights.get(caller)),
      ...about,
    },
  ])
}

/** The models that exist for the caller, with what the caller may do with some of their records at least. */
function toMay(rights: Rights): Record<string, readonly string[]> {
  return Object.fromEntries(rights.known.all.map((model) => [model.name, mayDo(model, rights)]))
}
