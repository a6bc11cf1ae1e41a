import type { AnyModels, Client } from '@tabularium/client'
import type { ChangeSet, Undone } from '../change/ChangeSet.ts'
import type { ChangesService, SetPage, SetsPage } from './ChangesService.ts'
import { followChanges } from './followChanges.ts'

/** What the console asks about changes. */
export function createChangesService(client: Client<AnyModels>, send: typeof fetch): ChangesService {
  const sets = '/ws/changes/sets'
  return {
    follow: (models, after, signal) => followChanges(send, models, after, signal),
    changeSets: async ({ user, model, offset, limit }, signal) => {
      const query = { user: user || undefined, model: model || undefined, offset: offset || undefined, limit }
      const { data, more } = await client.request('GET', sets, { query, signal })
      return { sets: data as SetsPage['sets'], more: more === true }
    },
    changeSet: async (id, offset, limit, signal) => {
      const query = { offset: offset || undefined, limit }
      const { data, more, set } = await client.request('GET', `${sets}/${id}`, { query, signal })
      return { set: set as ChangeSet, records: data as SetPage['records'], more: more === true }
    },
    undoSet: async (id, { dryRun, key }) => {
      const sent = {
        query: { dryRun: dryRun || undefined },
        body: { data: { onConflict: 'skip' } },
        idempotencyKey: key,
      }
      const answer = await client.request('POST', `${sets}/${id}/undo`, sent)
      const { data, undone, clashes = [], clashing = 0, changeSet } = answer
      return {
        many: Number(undone),
        records: data as Undone['records'],
        clashing: Number(clashing),
        clashes: clashes as Undone['clashes'],
        sets: typeof changeSet === 'number' ? [changeSet] : [],
      }
    },
    undoWrite: async (model, id, version, key) => {
      const sent = { query: { onConflict: 'merge' }, body: { data: { version, undo: version } }, idempotencyKey: key }
      await client.request('POST', `/ws/rest/${model}/${id}/undo`, sent)
    },
  }
}
