import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import type { Models } from '../model/Models.ts'
import { mayDo } from '../permission/mayDo.ts'
import type { Rights } from '../permission/Rights.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import type { Database } from '../postgres/Database.ts'
import type { Caller } from '../session/Caller.ts'
import { requireAuthorized } from '../statement/authorization/authCheck.ts'
import { meStatement } from '../statement/service/me.ts'
import { dayIn } from '../text/timeZone.ts'
import { inLanguage } from '../text/words.ts'
import { loadVariables } from './loadVariables.ts'

/** What a client should know of the service before it sends anything. */
export interface AboutService {
  readonly limits: { readonly maxLimit: number; readonly maxBulk: number; readonly bodyLimit: number }
  readonly version: string
}

export interface MeServices {
  readonly database: Database
  readonly models: Models
  readonly rights: RightsCache
  readonly about: AboutService
}

/** Shows who the caller is, by which session or key, and what the caller may do. */
export async function showMe(
  caller: Caller,
  { database, models, rights, about }: MeServices,
  answeredIn?: string,
): Promise<Envelope> {
  const { userId, username, admin, credential, seenBy } = caller
  const found = await database.run(meStatement(credential), 'read', { generation: credential.generation })
  const [row] = requireAuthorized(found)
  const [name, language, timeZone, roles, own, now] = row ?? []
  const variables = await loadVariables(userId, rights.get(caller), { database, models })
  return toEnvelope([
    {
      id: userId,
      username,
      name,
      language,
      timeZone,
      admin,
      roles: JSON.parse(roles ?? '[]'),
      [credential.isKey ? 'key' : 'session']: JSON.parse(own ?? 'null'),
      now,
      ...(seenBy ? { seenBy: { id: seenBy.userId, username: seenBy.username } } : {}),
      may: toMay(rights.get(caller)),
      ...(variables ? { variables } : {}),
      ...about,
      application: toApplication(rights.get(caller), now ?? '', answeredIn),
    },
  ])
}

/** What holds for all models, with the day of the place at a moment, and its name in the language of the request. */
function toApplication({ known: { application } }: Rights, now: string, language: string | undefined): object {
  const { label, timeZone, languages, currency, yearBegins } = application
  return {
    ...(label === undefined ? {} : { label: inLanguage(label, language) }),
    today: dayIn(timeZone, new Date(now)),
    timeZone,
    languages,
    ...(currency === undefined ? {} : { currency }),
    yearBegins,
  }
}

/** The models that exist for the caller, with what the caller may do with some of their records at least. */
function toMay(rights: Rights): Record<string, readonly string[]> {
  return Object.fromEntries(rights.known.all.map((model) => [model.name, mayDo(model, rights)]))
}
