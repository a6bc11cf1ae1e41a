/** What the journal has in the place of a request id where the service itself wrote: no client may pass for it. */
export const reservedRequestIds: readonly string[] = ['command', 'housekeeping']

/** A request id of the client's own is kept if it is sane, so that its logs and ours speak of the same. */
export function keepRequestId(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !/^[\w.:-]{1,100}$/.test(header)) return undefined
  return reservedRequestIds.includes(header.toLowerCase()) ? undefined : header
}
