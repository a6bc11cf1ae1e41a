/** What writes to the journal on its own, without a request of a client. */
const writers = ['command', 'housekeeping', 'webhook', 'schedule', 'job', 'reaction'] as const

/** Returns the request id of a write of the service itself: what writes, and more about it, such as `job:5:a.b`. */
export function serviceRequestId(writer: (typeof writers)[number], ...more: readonly (string | number)[]): string {
  return [writer, ...more].join(':')
}

/** Whether a request id is one of the service itself. Clients cannot use them. */
export function isServiceRequestId(requestId: string): boolean {
  const [writer] = requestId.toLowerCase().split(':', 1)
  return writers.some((own) => own === writer)
}
