import type { AnyModels, Client } from '@tabularium/client'
import type { ActionMeta } from '../meta/ActionMeta.ts'
import type { Acted, ActionsService } from './ActionsService.ts'

/** What the console asks about actions. */
export function createActionsService(client: Client<AnyModels>): ActionsService {
  return {
    actions: async (signal) =>
      (await client.request('GET', '/ws/meta/actions', { signal })).data as readonly ActionMeta[],
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
