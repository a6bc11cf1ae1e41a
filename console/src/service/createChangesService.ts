import type { AnyModels, Client } from '@tabularium/client'
import { changeSet, changeSets, undoChangeSet, undoWrite } from '@tabularium/client/undo'
import type { ChangesService, SetPage } from './ChangesService.ts'
import { followChanges } from './followChanges.ts'

/** What the console asks about changes. */
export function createChangesService(client: Client<AnyModels>, send: typeof fetch): ChangesService {
  return {
    follow: (models, after, signal) => followChanges(send, models, after, signal),
    changeSets: async ({ user, model, offset, limit }, signal) => {
      const { data, more } = await changeSets(client, {
        ...(user === '' ? {} : { user }),
        ...(model === '' ? {} : { model }),
        ...(offset === 0 ? {} : { offset }),
        ...(signal ? { signal } : {}),
        limit,
      })
      return { sets: data, more }
    },
    changeSet: async (id, offset, limit, signal) => {
      const page = { ...(offset === 0 ? {} : { offset }), limit, ...(signal ? { signal } : {}) }
      const { data, more, set } = await changeSet(client, id, page)
      return { set, records: data as unknown as SetPage['records'], more }
    },
    undoSet: async (id, { dryRun, key }) => {
      const answer = await undoChangeSet(client, id, {
        onConflict: 'skip',
        ...(dryRun ? { dryRun } : {}),
        ...(key === undefined ? {} : { idempotencyKey: key }),
      })
      return {
        many: answer.undone,
        records: answer.data,
        clashing: answer.clashing ?? 0,
        clashes: answer.clashes ?? [],
        sets: answer.changeSet === undefined ? [] : [answer.changeSet],
      }
    },
    undoWrite: async (model, id, version, key) => {
      await undoWrite(client, model, { id, version }, version, { onConflict: 'merge', idempotencyKey: key })
    },
  }
}
