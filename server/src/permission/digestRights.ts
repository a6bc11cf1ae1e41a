import { createHash } from 'node:crypto'
import type { Credential } from './Credential.ts'
import type { Rule } from './Rule.ts'
import { userFieldsIn } from './userFields.ts'

/**
 * A digest in hex of what a caller may read: whoever has the same digest sees the same. It is made of the rules, which
 * are the same for years, and not of the revision of all rights, which changes whenever anybody's do; but where rules
 * ask for fields of the user, these may have changed with it. Undefined for the service itself.
 */
export function digestRights(credential: Credential | undefined): string | undefined {
  if (!credential) return undefined
  const { isAdmin, isKey, rules, revision } = credential
  const seen = isAdmin ? 'admin' : `${asksForFields(rules) ? revision : ''} ${rules}`
  return createHash('sha256')
    .update(`${isKey ? 'key' : 'session'} ${seen}`)
    .digest('hex')
}

function asksForFields(rules: string): boolean {
  if (!rules.includes('$user.')) return false
  const parsed: Rule[] = JSON.parse(`[${rules}]`)
  return userFieldsIn(parsed).size > 0
}
