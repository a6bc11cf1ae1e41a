import type { AnyModels, Client } from '@tabularium/client'
import type { Acted, ActionsService } from './ActionsService.ts'

/** What the console asks about actions. */
export function createActionsService(client: Client<AnyModels>): ActionsService {
  return {
    act: async (name, data, { dryRun, key }) => {
      const { data: given, changeSet } = await client.request('POST', `/ws/action/${name}`, {
        body: { data },
        ...(dryRun ? { query: { dryRun } } : {}),
        ...(key === undefined ? {} : { idempotencyKey: key }),
      })
      return {
        given: (Array.isArray(given) ? given[0] : given) as Acted['given'],
        changeSet: typeof changeSet === 'number' ? changeSet : undefined,
      }
    },
  }
}
