import { Failure } from '../failure/failure.ts'
import type { Caller } from './Caller.ts'

/** Whether a caller has an API key that writes nothing. */
export function isReading({ credential }: Pick<Caller, 'credential'>): boolean {
  return (credential.limits?.writes ?? 'all') === 'none'
}

/** The failure of a request that changes something and is sent with such a key. */
export function readsOnly(): Failure {
  return new Failure('not-permitted', onlyReads)
}

/** What is said about the limits of a key or token beside any other reason; undefined if it has none. */
export function limitsOfKey({ credential: { limits, client }, lacksRoles }: Caller): string | undefined {
  if (lacksRoles) return withoutRoles
  if (client?.roles) return `The token may not: it is limited to the roles ${client.roles.join(', ')}. Log in.`
  return limits?.models
    ? 'The key may not: it is limited to some models and actions. Log in, or make another key.'
    : undefined
}

/** Why an API key may not change anything. */
export const onlyReads = 'The key may not: it only reads. Log in, or make another key.'

const withoutRoles =
  'This API key is limited to roles that its user does not have, or no longer has: ' +
  'an administrator can give them to the user, or you make another key.'
