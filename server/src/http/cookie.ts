/** The session cookie. Its name and its flags depend on whether the public address is https. */
export interface SessionCookie {
  readonly name: string
  /** The token in a `Cookie` header; undefined if there is none of the right form. */
  find(header: string | undefined): string | undefined
  /** The `Set-Cookie` header that begins a session, or ends it if the token is null. */
  toHeader(token: string | null): string
  /** The token of a login that was begun in this browser, in a `Cookie` header. */
  findLogin(header: string | undefined): string | undefined
  /** The `Set-Cookie` header that begins a login at a provider, or ends it if the token is null. */
  toLoginHeader(token: string | null): string
}

/** How long a login may take at a provider, in seconds. */
const loginSeconds = 600

/** 256 random bits in base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Returns the session cookie for https or plain http. */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-session' : 'session'
  const loginName = secure ? '__Host-login' : 'login'
  const start = `${name}=`
  const flags = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    name,
    find: (header) => {
      if (header === undefined) return undefined
      // Most clients send nothing else.
      if (header.startsWith(start) && tokenShape.test(header.slice(start.length))) return header.slice(start.length)
      return findIn(header, name)
    },
    toHeader: (token) => (token === null ? `${name}=; ${flags}; Max-Age=0` : `${name}=${token}; ${flags}`),
    findLogin: (header) => (header === undefined ? undefined : findIn(header, loginName)),
    toLoginHeader: (token) => `${loginName}=${token ?? ''}; ${flags}; Max-Age=${token === null ? 0 : loginSeconds}`,
  }
}

/** The token of the first cookie of a name; undefined if it has another form. */
function findIn(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value !== undefined) return tokenShape.test(value) ? value : undefined
  }
  return undefined
}
