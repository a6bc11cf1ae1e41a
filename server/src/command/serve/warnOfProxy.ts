import type { Log } from '../../request/log.ts'
import type { Settings } from '../../settings/Settings.ts'

/** Warns about a proxy that is not trusted: all clients then share one address and one limit of failed logins. */
export function warnOfProxy({ publicUrl, trustProxy }: Settings, log: Log): void {
  if (!publicUrl?.startsWith('https:') || trustProxy !== false) return
  const advice = 'set --trust-proxy to the addresses of the proxy, such as 10.0.0.0/8'
  log.warn({ publicUrl, advice }, 'publicUrl is https and trustProxy is false: all clients count as one address')
}
