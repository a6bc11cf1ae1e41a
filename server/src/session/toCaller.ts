import type { Credential } from '../permission/Credential.ts'
import { toNetworkCheck } from '../request/networks.ts'
import type { SessionRow } from '../statement/service/sessions.ts'
import type { Caller } from './Caller.ts'

/** The caller of a session or key that was found. */
export function toCaller(
  { id, userId, username, admin, language, rules, revision, lacksRoles, limits, client }: SessionRow,
  known: Pick<Credential, 'hash' | 'isKey' | 'generation' | 'times' | 'confirm' | 'scope'>,
): Caller {
  const limited = { ...(limits ? { limits } : {}), ...(client ? { client } : {}) }
  const credential = { ...known, id, isAdmin: admin, revision, rules, ...limited }
  return {
    userId,
    username,
    admin,
    language,
    rules,
    credential,
    ...(lacksRoles ? { lacksRoles } : {}),
    ...(limits?.networks ? { isFrom: toNetworkCheck(toList(limits.networks)) } : {}),
  }
}

/** Whatever else is stored there names no network. */
function toList(networks: unknown): string[] {
  return Array.isArray(networks) ? networks.filter((one) => typeof one === 'string') : []
}
