/** The request ids that the journal has for writes of the service itself. Clients cannot use them. */
export const reservedRequestIds: readonly string[] = ['command', 'housekeeping']

/** The client's own request id if it is valid, so that both logs have the same id. */
export function parseRequestId(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !/^[\w.:-]{1,100}$/.test(header)) return undefined
  return reservedRequestIds.includes(header.toLowerCase()) ? undefined : header
}
