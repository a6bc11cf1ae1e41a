import type { Settings } from './Settings.ts'

/** What is wrong with settings that are right each by itself. Only those that were read are there. */
export function checkTogether(settings: Partial<Settings>): string[] {
  return [...checkPlainHttp(settings), ...checkPorts(settings), ...checkSessions(settings)]
}

/** Whether a host is this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/**
 * Over plain http anyone on the way reads passwords, so it is for this machine alone unless somebody says otherwise.
 */
function checkPlainHttp({ host, publicUrl, allowPlainHttp }: Partial<Settings>): string[] {
  if (host === undefined || allowPlainHttp || publicUrl?.startsWith('https:')) return []
  const exposed = !isLoopback(host)
    ? `--host ${host}`
    : publicUrl && !isLoopback(new URL(publicUrl).hostname)
      ? `--public-url ${publicUrl}`
      : ''
  if (!exposed) return []
  return [
    `${exposed} would serve plain http to other machines: put a proxy with TLS before the service and set ` +
      '--public-url to its https:// address, or accept the danger with --allow-plain-http',
  ]
}

function checkPorts({ host, port, healthHost, healthPort }: Partial<Settings>): string[] {
  if (!port || port !== healthPort || host !== healthHost) return []
  return [`--health-port ${healthPort} is the port of the service as well: choose another one`]
}

function checkSessions({ sessionIdle, sessionLifetime }: Partial<Settings>): string[] {
  if (sessionIdle === undefined || sessionLifetime === undefined || sessionIdle <= sessionLifetime) return []
  return ['--session-idle is longer than --session-lifetime: make it at most as long']
}
