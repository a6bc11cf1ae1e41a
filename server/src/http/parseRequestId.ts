import { isServiceRequestId } from '../request/requestIds.ts'

/** The client's own request id if it is valid, so that both logs have the same id. */
export function parseRequestId(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !/^[\w.:-]{1,100}$/.test(header)) return undefined
  return isServiceRequestId(header) ? undefined : header
}
