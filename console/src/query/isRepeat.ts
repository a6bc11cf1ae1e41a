import type { QueryFunctionContext } from '@tanstack/react-query'

/** Whether something is read again that is shown already: nobody asked for it, so it is no use of the session. */
export function isRepeat({ client, queryKey }: QueryFunctionContext): boolean {
  return client.getQueryData(queryKey) !== undefined
}
