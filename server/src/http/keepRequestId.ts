/** A request id of the client's own is kept if it is sane, so that its logs and ours speak of the same. */
export function keepRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}
