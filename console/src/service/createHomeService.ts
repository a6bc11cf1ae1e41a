import type { AnyModels, Client } from '@tabularium/client'
import type { HomeAnswer, HomeService } from './HomeService.ts'

/** What the console asks first. */
export function createHomeService(client: Client<AnyModels>): HomeService {
  return {
    home: async (recent, isFollowed, signal) => {
      const query = {
        recent: recent.map(({ model, id }) => `${model}/${id}`).join() || undefined,
        changes: isFollowed || undefined,
      }
      const { data, changes } = await client.request('GET', '/ws/home', { query, signal })
      return { ...(data[0] as HomeAnswer), changes: changes as HomeAnswer['changes'] }
    },
  }
}
