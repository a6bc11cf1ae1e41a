/**
 * One address for each host of a `DATABASE_URL` that may name several: `postgres://user@one:5432,two:5433/db`. The driver
 * knows nothing of several hosts, so each gets a URL of its own.
 */
export function toAddresses(url: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url)
  if (!parts)
    throw new TypeError('must begin with postgres://, such as postgres://user:password@127.0.0.1:5432/tabularium')
  const [, start = '', hosts = '', rest = ''] = parts
  const path = withoutSessionAttributes(rest)
  return hosts.split(',').map((host) => `${start}${host}${path}`)
}

/** The host and port of an address, as it may be shown. */
export function hostOf(address: string): string {
  return /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(address)?.[1] || 'the database'
}

/** The URL as it may be shown: without its password. */
export function withoutPassword(url: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^:@/?]*):[^@/?]*@/, '$1:***@').replace(/([?&]password=)[^&]*/, '$1***')
}

/** The service always looks for the primary; the driver would ignore the wish silently. */
function withoutSessionAttributes(path: string): string {
  return path.replace(/[?&]target_session_attrs=[^&]*/, '').replace(/^([^?]*)&/, '$1?')
}
