/**
 * Returns one address for each host of a `DATABASE_URL` such as `postgres://user@one:5432,two:5433/db`. The driver
 * does not support several hosts in one URL.
 */
export function toAddresses(url: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url)
  if (!parts)
    throw new TypeError('must begin with postgres://, such as postgres://user:password@127.0.0.1:5432/tabularium')
  const [, start = '', hosts = '', rest = ''] = parts
  const path = withoutSessionAttributes(rest)
  return hosts.split(',').map((host) => `${start}${host}${path}`)
}

/** Returns the address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const [, server = url, parameters = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?[^/?]*)(?:\/[^?]*)?(.*)$/.exec(url) ?? []
  return `${server}/${encodeURIComponent(database)}${parameters}`
}

/** Returns the host and port of an address, without anything secret. */
export function hostOf(address: string): string {
  return /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(address)?.[1] || 'the database'
}

/** Parameters of an address that are never secret. */
const harmless: ReadonlySet<string> = new Set([
  'host',
  'port',
  'application_name',
  'connect_timeout',
  'target_session_attrs',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'channel_binding',
  'client_encoding',
  'statement_timeout',
  'lock_timeout',
])
const plainText = /^[\w./:,-]*$/

/**
 * Returns a URL without anything that may be a password. A password may contain an @ or be in a parameter, and each of
 * several hosts may have one. So only the first user is shown of the part before the last @, and only the values of
 * known parameters.
 */
export function withoutPassword(url: string): string {
  const [, start, rest = ''] = /^(postgres(?:ql)?:\/\/)([^]*)$/.exec(url) ?? []
  if (start === undefined) return '***'
  const at = rest.lastIndexOf('@')
  const [location = '', ...parameters] = rest.slice(at + 1).split(/[?&]/)
  const shown = parameters.map((parameter, index) => `${index === 0 ? '?' : '&'}${maskParameter(parameter)}`)
  return `${start}${at < 0 ? '' : `${maskUser(rest.slice(0, at))}@`}${location}${shown.join('')}`
}

function maskUser(credentials: string): string {
  const [user = '', ...password] = credentials.split(':')
  if (password.length === 0 && plainText.test(user)) return user
  return `${plainText.test(user) ? user : '***'}:***`
}

function maskParameter(parameter: string): string {
  const [name = '', ...value] = parameter.split('=')
  const isShown = harmless.has(name) && plainText.test(value.join('='))
  return isShown || value.length === 0 ? parameter : `${name}=***`
}

/** Removes `target_session_attrs`: the service always uses the primary, and the driver would ignore it silently. */
function withoutSessionAttributes(path: string): string {
  return path.replace(/[?&]target_session_attrs=[^&]*/, '').replace(/^([^?]*)&/, '$1?')
}
