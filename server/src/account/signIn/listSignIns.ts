import type { SignInsCall } from '../../call/SignInCall.ts'
import type { Envelope } from '../../envelope/Envelope.ts'
import type { Database } from '../../postgres/Database.ts'
import type { Caller } from '../../session/Caller.ts'
import { requireAuthorized } from '../../statement/authorization/authCheck.ts'
import { listSignInsStatement } from '../../statement/service/signIns.ts'

/** Lists the newest logins: to administrators all, to others their own. */
export async function listSignIns(
  { limit, after, user, method }: SignInsCall,
  { userId, admin, credential, seenBy }: Caller,
  { database }: { readonly database: Database },
): Promise<Envelope> {
  const isOwn = !admin || seenBy !== undefined
  const listing = listSignInsStatement(credential, { limit, after, user, method, ...(isOwn ? { userId } : {}) })
  const rows = requireAuthorized(await database.run(listing, 'read', { generation: credential.generation }))
  const found = rows.flatMap(([json]): { readonly id: number }[] =>
    json === null || json === undefined ? [] : [JSON.parse(json)],
  )
  const data = found.slice(0, limit)
  const next = found.length > limit ? data.at(-1)?.id : undefined
  return { text: JSON.stringify({ status: 0, data, ...(next === undefined ? {} : { next }) }) }
}
