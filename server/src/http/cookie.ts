/** The session cookie. Its name and its flags depend on whether the public address is https. */
export interface SessionCookie {
  readonly name: string
  /** The token in a `Cookie` header; undefined if there is none of the right form. */
  find(header: string | undefined): string | undefined
  /** The `Set-Cookie` header that begins a session, or ends it if the token is null. */
  toHeader(token: string | null): string
}

/** 256 random bits in base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Returns the session cookie for https or plain http. */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-session' : 'session'
  const start = `${name}=`
  const flags = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    name,
    find: (header) => {
      if (header === undefined) return undefined
      // Most clients send nothing else.
      if (header.startsWith(start) && tokenShape.test(header.slice(start.length))) return header.slice(start.length)
      for (const part of header.split(';')) {
        const [key, value] = part.trim().split('=', 2)
        if (key === name && value !== undefined) return tokenShape.test(value) ? value : undefined
      }
      return undefined
    },
    toHeader: (token) => (token === null ? `${name}=; ${flags}; Max-Age=0` : `${name}=${token}; ${flags}`),
  }
}
