import { Failure } from '../failure/failure.ts'
import type { Database } from '../postgres/Database.ts'
import { noteSignInStatement } from '../statement/service/signIns.ts'
import type { OnSignIn } from './OnSignIn.ts'

/** The client whose login was refused. */
export interface NotedClient {
  readonly agent: string | null
  readonly network: string
  readonly requestId: string
}

/** Counts and notes a login with a wrong password or code, and throws its failure; others are thrown as they are. */
export async function noteRefusal(
  refusal: unknown,
  client: NotedClient,
  { database, onSignIn }: { readonly database: Database; onSignIn: OnSignIn },
): Promise<never> {
  if (!(refusal instanceof Failure) || refusal.code !== 'wrong-credentials') throw refusal
  const { user = null, reason = refusal.code } = refusal.details
  onSignIn('password', '', 'refused', reason)
  const noted = { method: 'password', provider: null, result: 'refused', reason } as const
  // The same statement whether there is such a user or not. The answer does not depend on the note.
  await database.run(noteSignInStatement({ ...noted, ...client, user }), 'internal').catch(() => {})
  throw refusal
}
