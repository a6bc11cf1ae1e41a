/** What a client sends to be known by. */
export interface Presented {
  readonly token?: string | undefined
  /** The client's network address. */
  readonly address: string
  readonly requestId: string
  /** It does not count as a use. */
  readonly quiet?: boolean | undefined
  /** It must be an API key for SCIM. Absent: a session, or a key for everything else. */
  readonly scope?: 'scim' | undefined
}

/** An access token that opens a session, if it is right and was not used. */
export interface PresentedToken extends Omit<Presented, 'token' | 'quiet'> {
  readonly token: string
  /** SHA-256 of the token, in hex. */
  readonly hash: string
}

/** What a client sends as its second factor: a code of an app, or a recovery code. */
export type SentProof = { readonly totp: string } | { readonly recovery: string }

/** What a client sends to log in. */
export interface Login {
  readonly username: string
  readonly password: string
  /** The one-time code, of clients that send it with the password. */
  readonly totp?: string | undefined
  /** The name that the client gives itself. */
  readonly agent: string | null
  /** The client's network address. */
  readonly address: string
  readonly requestId: string
}

/** The result of a login: the user as the client sees it, and the token for the cookie. */
export interface OpenedSession {
  readonly user: { readonly id: number; readonly username: string; readonly name: string }
  readonly token: string
}

/** A session that has ended, as far as a logout at its provider needs it. */
export interface ClosedSession {
  /** SHA-256 of its token, in hex. */
  readonly hash: string
  readonly provider: string | null
  /** The ID token, encrypted; null if it is not kept. */
  readonly idToken: string | null
}
