import { createHash } from 'node:crypto'
import type { Credential } from './Credential.ts'
import type { Rule } from './Rule.ts'
import { userFieldsIn, usesOtherRecords } from './userFields.ts'

/**
 * Returns a digest in hex of what a caller may read: two callers with the same digest can see the same. It is made of
 * the rules, which rarely change, and not of the revision of all rights, which grows with every change of any rights.
 * If rules use fields of the user, the revision is included, because these fields may have changed with it. Undefined
 * for the service itself.
 */
export function digestRights(credential: Credential | undefined): string | undefined {
  if (!credential) return undefined
  const { isAdmin, isKey, client, rules, revision } = credential
  const readable = isAdmin ? 'admin' : `${userFieldsIn(personalRules(credential)).size > 0 ? revision : ''} ${rules}`
  return createHash('sha256')
    .update(`${isKey ? 'key' : client ? 'token' : 'session'} ${readable}`)
    .digest('hex')
}

/**
 * Whether a caller can see the same as when the digest was made. If rules use a record that the user refers to, nothing
 * says so: it changes without the revision.
 */
export function seesTheSame(digest: string | undefined, credential: Credential | undefined): boolean {
  if (credential && usesOtherRecords(personalRules(credential))) return false
  return digest === digestRights(credential)
}

/** The rules, if some of them may use fields of the user. */
function personalRules({ isAdmin, rules }: Credential): readonly Rule[] {
  return !isAdmin && rules.includes('$user.') ? JSON.parse(`[${rules}]`) : []
}
