/** What writes to the journal on its own, without a request of a client. */
const writers = ['command', 'housekeeping', 'webhook', 'schedule', 'job', 'reaction'] as const

/** Returns the request id of a write of the service itself: what writes, and more about it, such as `job:5:a.b`. */
export function serviceRequestId(writer: (typeof writers)[number], ...more: readonly (string | number)[]): string {
  return [writer, ...more].join(':')
}

/** Whether a request id is one of the service itself. Clients cannot use them. */
export function isServiceRequestId(requestId: string): boolean {
  const [writer] = requestId.toLowerCase().split(':', 1)
  return writers.some((own) => own === writer) || /^(oidc|scim)-/i.test(requestId)
}

/** What wrote, by the request id of a write and by whether an API key sent it: the trail of accounts shows it. */
export function throughOf(requestId: string, isByKey: boolean, providers: readonly string[]): string {
  const [writer = ''] = requestId.split(':', 1)
  if (requestId.startsWith('scim-')) return 'scim'
  // Of two names of which one begins with the other, the longer one is meant.
  const [provider] = providers
    .filter((name) => requestId.startsWith(`oidc-${name}-`))
    .toSorted((one, other) => other.length - one.length)
  if (requestId.startsWith('oidc-')) return `oidc:${provider ?? 'unknown'}`
  if (requestId === serviceRequestId('command', 'migrate')) return 'migrate'
  if (writers.some((own) => own === writer)) return writer
  return isByKey ? 'key' : 'session'
}
