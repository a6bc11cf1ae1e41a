import type { ProviderOptions } from '../../model/signIn/signIn.ts'
import type { Encryption } from '../../session/Encryption.ts'
import type { ClosedSession } from '../../session/Login.ts'

/** The longest ID token that is kept, in characters: it must fit into the address of the logout. */
const maxLength = 6_000

/** ID tokens that providers want to see at the logout, kept encrypted with the session that they belong to. */
export class LogoutHints {
  readonly #encryption: Encryption | undefined

  /** Without `encryption` none is kept. */
  constructor(encryption: Encryption | undefined) {
    this.#encryption = encryption
  }

  /** Returns the text to store with a new session; null if none is wanted. */
  keep({ logoutHint }: Pick<ProviderOptions, 'logoutHint'>, idToken: string, hash: string): string | null {
    if (!logoutHint || !this.#encryption || idToken.length > maxLength) return null
    return this.#encryption.encrypt(idToken, ownerOf(hash))
  }

  /** Returns the ID token of a session by this provider. Without it, or its key, people log out all the same. */
  open(provider: string, closed: ClosedSession | undefined): string | undefined {
    if (!closed?.idToken || closed.provider !== provider) return undefined
    try {
      return this.#encryption?.decrypt(closed.idToken, ownerOf(closed.hash))
    } catch {
      return undefined
    }
  }
}

/** The session is known by its token before its row has an id. */
function ownerOf(session: string) {
  return { kind: 'id-token', session }
}
