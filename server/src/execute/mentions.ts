import type { Model } from '../model/Model.ts'
import type { Rights } from '../permission/Rights.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import type { ReadPlan } from '../plan/Plan.ts'
import { usersByNameStatement } from '../statement/service/users.ts'
import { rightsOfSenderStatement, toWorkRights } from '../statement/service/workRights.ts'
import type { ExecutionServices } from './ExecutionServices.ts'

/** The most users that one comment mentions. */
export const maxMentions = 20

/** A user whom a comment mentions. */
export interface Mention {
  readonly id: number
  readonly username: string
  readonly name: string | null
}

/**
 * The users whom a comment names, if they may read the record and what the comment is about. Other names stay text. As
 * many statements are sent for a name that nobody has as for one of a user, so that neither the answer nor its time
 * tells whether there is one.
 */
export async function findMentions(
  { body, about }: { readonly body?: unknown; readonly about?: unknown },
  record: ReadPlan,
  services: ExecutionServices & { readonly rights: RightsCache },
): Promise<Mention[]> {
  const names = namesIn(body)
  if (names.length === 0) return []
  const rows = await services.database.run(usersByNameStatement(names), 'read')
  const users = new Map(rows.map(([id, username, name]) => [username, { id: Number(id), name: name ?? null }]))
  const found = await Promise.all(
    names.map(async (username) => {
      const user = users.get(username)
      const mayRead = await mayUserRead(user?.id ?? 0, about, record, services)
      return user && mayRead ? [{ id: user.id, username, name: user.name }] : []
    }),
  )
  return found.flat()
}

/** The names behind `@`, each once. A name does not end with a sign that ends a sentence. */
export function namesIn(body: unknown): string[] {
  const text = typeof body === 'string' ? body.slice(0, 10_000) : ''
  const found = Array.from(text.matchAll(/(?<![\w@.])@([a-z0-9][a-z0-9._@+-]*)/g), ([, name = '']) =>
    name.replace(/[._@+-]+$/, ''),
  )
  return [...new Set(found)].slice(0, maxMentions)
}

async function mayUserRead(
  userId: number,
  about: unknown,
  record: ReadPlan,
  { database, rights: cache, run }: ExecutionServices & { readonly rights: RightsCache },
): Promise<boolean> {
  const granted = toWorkRights(await database.run(rightsOfSenderStatement(userId, null), 'read'))
  const rights = granted && cache.get({ ...granted, credential: { isKey: false } })
  const mayKnow = rights !== undefined && seesMember(rights, record.model, about)
  const authorization = mayKnow ? { userId, credential: undefined, rights } : record.authorization
  const stored = await run.read({ ...record, authorization })
  return mayKnow && stored !== undefined
}

/** Whether a user may read records of a model, and one of its members where a comment is about that. */
function seesMember({ visibility }: Rights, { name, fields, relations }: Model, about: unknown): boolean {
  const seen = visibility.models.find(name)
  const isAbout = (member: { readonly name: string }) => member.name === about
  if (!seen || ![...fields, ...relations].some(isAbout)) return seen !== undefined
  return [...seen.fields, ...seen.relations].some(isAbout)
}
