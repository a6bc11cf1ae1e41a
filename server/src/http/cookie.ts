/** The session cookie: what it is called and how it is guarded depends on whether the public address is https. */
export interface SessionCookie {
  readonly name: string
  /** The token that a `Cookie` header carries; undefined where there is none that we could have made. */
  find(header: string | undefined): string | undefined
  /** The `Set-Cookie` header that begins a session, or ends it where the token is null. */
  toHeader(token: string | null): string
}

/** 256 random bits in base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/

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
