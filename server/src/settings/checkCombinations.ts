import { toAddresses } from '../postgres/address.ts'
import type { Settings } from './Settings.ts'

/** Finds contradictions between settings that are valid each by itself. Invalid settings are absent. */
export function checkCombinations(settings: Partial<Settings>): string[] {
  return [
    ...checkPlainHttp(settings),
    ...checkPorts(settings),
    ...checkSessions(settings),
    ...checkStandbys(settings),
    ...checkMails(settings),
    ...checkProvider(settings),
  ]
}

/** Whether a host is the loopback address, which only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Plain http exposes passwords on the network, so only this machine may use it unless a setting allows others. */
function checkPlainHttp({ host, publicUrl, allowPlainHttp }: Partial<Settings>): string[] {
  if (host === undefined || allowPlainHttp || publicUrl?.startsWith('https:')) return []
  const exposed = !isLoopback(host)
    ? `--host ${host}`
    : publicUrl && !isLoopback(new URL(publicUrl).hostname)
      ? `--public-url ${publicUrl}`
      : ''
  if (!exposed) return []
  return [
    `${exposed} would serve plain http to other machines: put a proxy with TLS in front of the service and set ` +
      '--public-url to its https:// address, or accept the risk with --allow-plain-http',
  ]
}

function checkPorts({ host, port, healthHost, healthPort }: Partial<Settings>): string[] {
  if (!port || port !== healthPort || host !== healthHost) return []
  return [`--health-port ${healthPort} is also the port of the service: choose another one`]
}

function checkSessions({ sessionIdle, sessionLifetime }: Partial<Settings>): string[] {
  if (sessionIdle === undefined || sessionLifetime === undefined || sessionIdle <= sessionLifetime) return []
  return ['--session-idle is longer than --session-lifetime: set it to at most the same time']
}

function checkStandbys({ readFrom, databaseUrl }: Partial<Settings>): string[] {
  if (readFrom !== 'standby' || databaseUrl === undefined || toAddresses(databaseUrl).length > 1) return []
  return ['--read-from standby needs the hosts of standbys: name them in DATABASE_URL, separated by commas']
}

function checkMails({ smtpUrl, mailFrom, mailRate }: Partial<Settings>): string[] {
  // Commands that send no mails have no rate.
  if (smtpUrl === undefined || mailFrom !== undefined || mailRate === undefined) return []
  return ["--smtp-url needs a sender: set --mail-from, such as 'Equipment desk <desk@example.com>'"]
}

function checkProvider({ oidcIssuer, oidcClientId, oidcClientSecret }: Partial<Settings>): string[] {
  if (oidcIssuer === undefined) return []
  return [
    ...(oidcClientId === undefined ? ['--oidc-issuer needs the id of this service there: set --oidc-client-id'] : []),
    ...(oidcClientSecret === undefined ? ['--oidc-issuer needs a secret: set TABULARIUM_OIDC_CLIENT_SECRET'] : []),
  ]
}
