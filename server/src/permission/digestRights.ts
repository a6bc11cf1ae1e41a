import { createHash } from 'node:crypto'
import type { Credential } from './Credential.ts'
import type { Rule } from './Rule.ts'
import { userFieldsIn } from './userFields.ts'

/**
 * Returns a digest in hex of what a caller may read: two callers with the same digest can see the same. It is made of
 * the rules, which rarely change, and not of the revision of all rights, which grows with every change of any rights.
 * If rules use fields of the user, the revision is included, because these fields may have changed with it. Undefined
 * for the service itself.
 */
export function digestRights(credential: Credential | undefined): string | undefined {
  if (!credential) return undefined
  const { isAdmin, isKey, rules, revision } = credential
  const readable = isAdmin ? 'admin' : `${usesUserFields(rules) ? revision : ''} ${rules}`
  return createHash('sha256')
    .update(`${isKey ? 'key' : 'session'} ${readable}`)
    .digest('hex')
}

function usesUserFields(rules: string): boolean {
  if (!rules.includes('$user.')) return false
  const parsed: Rule[] = JSON.parse(`[${rules}]`)
  return userFieldsIn(parsed).size > 0
}
