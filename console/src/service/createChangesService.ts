import type { AnyModels, Client } from '@tabularium/client'
import { newestChanges } from '@tabularium/client/changes'
import { changeSet, changeSets, undoChangeSet, undoWrite } from '@tabularium/client/undo'
import type { Write } from '../history/foldWrites.ts'
import type { RecordJson } from '../meta/ModelMeta.ts'
import type { ChangesService, SetPage, WritesPage } from './ChangesService.ts'
import { followChanges } from './followChanges.ts'
import { modelPath } from './modelPath.ts'

/** How many writes come at once. */
const newestPage = 50

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
    newest: async ({ user, model, record, field, since, through }, after, signal) => {
      const { data, next, more } = await newestChanges(client, {
        titles: true,
        limit: newestPage,
        ...(user === '' ? {} : { user }),
        ...(model === '' ? {} : { models: [model] }),
        ...(model === '' || record === undefined ? {} : { records: [{ model, id: record }] }),
        ...(field === '' ? {} : { field }),
        ...(since === '' ? {} : { since }),
        ...(through === '' ? {} : { through }),
        ...(after === undefined ? {} : { after }),
        ...(signal ? { signal } : {}),
      })
      return { writes: data as readonly Write[], next: more ? next : undefined }
    },
    writes: (model, id, offset, options) => readWrites(client, model, id, { offset, ...options }),
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
      const options = { onConflict: 'merge', idempotencyKey: key } as const
      return (await undoWrite(client, model, { id, version }, version, options)) as RecordJson
    },
  }
}

/** The writes of a record; where members are listed, too, each says whose it is. */
async function readWrites(
  client: Client<AnyModels>,
  model: string,
  id: number,
  { offset, members, signal }: { readonly offset: number; readonly members: boolean; readonly signal?: AbortSignal },
): Promise<WritesPage> {
  const query = { offset, limit: newestPage, titles: true, ...(members ? { members } : {}) }
  const { data, total } = await client.request('GET', modelPath(model, `/${id}/history`), { query, signal })
  return {
    writes: (data as readonly Write[]).map((write) => ({ ...write, ...whoseOf(write, model, id) })),
    total: Number(total),
    members,
  }
}

function whoseOf({ model, id }: Partial<Write>, ownModel: string, ownId: number): Pick<Write, 'model' | 'id'> {
  return { model: model ?? ownModel, id: id ?? ownId }
}
