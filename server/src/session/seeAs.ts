import { Failure } from '../failure/failure.ts'
import type { Database } from '../postgres/Database.ts'
import { rightsOfUsernameStatement } from '../statement/authorization/rights.ts'
import type { Caller } from './Caller.ts'
import { noteSeenAsStatement } from '../statement/service/signIns.ts'
import { toNetwork } from './toNetwork.ts'
import { foldUsername } from './username.ts'

/** The request of somebody who looks as another user. */
export interface Looking {
  readonly address: string
  readonly requestId: string
  /** The name that the client gives itself. */
  readonly agent: string | null
}

/**
 * Returns the caller who sees what another user sees, if the caller is an administrator. The rights are read after the
 * revision of the credential: if they change in between, or later, the statement of the request finds another revision,
 * and the request starts over. Who looked as whom is noted, once for each session or key.
 */
export async function seeAs(
  caller: Caller,
  username: string,
  { address, ...client }: Looking,
  database: Pick<Database, 'run'>,
): Promise<Caller> {
  const { userId, admin, credential } = caller
  if (!admin) throw new Failure('not-permitted', 'Only an administrator may see as another user: leave out X-See-As.')
  const { generation } = credential
  const [row] = await database.run(rightsOfUsernameStatement(foldUsername(username)), 'read', { generation })
  const [id, name, isAdmin, isDisabled, rules] = row ?? []
  if (!row) throw new Failure('record-not-found', 'There is no user of the name in X-See-As: send a username.')
  if (isDisabled === 't')
    throw new Failure('not-permitted', 'The user in X-See-As is disabled, and sees nothing at all.')
  const seen = Number(id)
  const looking = { userId, seen, credential, network: toNetwork(address), ...client }
  // It is shown to nobody before it is noted.
  await database.run(noteSeenAsStatement(looking), 'internal', { generation })
  return {
    userId: seen,
    username: name ?? '',
    admin: isAdmin === 't',
    // Whoever reads the answer is the administrator.
    language: caller.language,
    rules: isAdmin === 't' ? '' : (rules ?? ''),
    credential: { ...credential, seenAs: seen },
    seenBy: { userId, username: caller.username },
  }
}

/** The failure of a request that changes something and is sent with `X-See-As`. */
export function seesOnly(): Failure {
  return new Failure(
    'not-permitted',
    'With X-See-As you can look, and change nothing: leave the header out to act as yourself.',
  )
}
