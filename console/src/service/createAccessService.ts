import type { Client } from '@tabularium/client'
import type { AccessChange } from '../history/AccessChange.ts'
import type { ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { keyModel } from '../meta/ownModels.ts'
import type { Explanation } from '../rights/Explanation.ts'
import type { AccessService, RightsChange } from './AccessService.ts'
import type { LooksPage } from './LoginMethods.ts'

type Sender = Pick<Client<unknown>, 'request'>
type Caller = Sender & Pick<Client<unknown>, 'endSessions'> & { seeAs(username: string): Sender }

/** How many records come at once where all are read, and how many changes and looks. */
const [part, changesPart] = [500, 50]

/** What the console asks about rights. */
export function createAccessService(client: Caller): AccessService {
  return {
    all: async (model, fields, signal) => {
      const records: RecordJson[] = []
      for (let after: string | undefined; ; ) {
        const query = { fields: fields.join(','), limit: part, total: false, ...(after === undefined ? {} : { after }) }
        const { data, next } = await client.request('GET', `/ws/rest/${model}`, { query, signal })
        records.push(...(data as readonly RecordJson[]))
        if (typeof next !== 'string') return records
        after = next
      }
    },
    explainFor: async (user, model, id, action, signal) => {
      const about = id === undefined ? model : `${model}/${id}`
      const { data } = await client.request('GET', `/ws/explain/${about}`, { query: { action, user }, signal })
      return data[0] as Explanation
    },
    previewRights: async (model, id, data) => {
      const sent = { query: { dryRun: true }, body: { data }, repeatable: true }
      const path = `/ws/rest/${model}`
      const { preview } = await (id === undefined
        ? client.request('PUT', path, sent)
        : client.request('POST', `${path}/${id}`, { ...sent, query: { dryRun: true, onConflict: 'merge' } }))
      return preview as readonly RightsChange[] | undefined
    },
    mayOf: async (user, signal) => {
      const { data } = await client.seeAs(user).request('GET', '/ws/meta/models?detail=true', { signal })
      return data as readonly ModelMeta[]
    },
    accessChanges: async ({ user, model, record, since }, after, signal) => {
      const query = {
        limit: changesPart,
        ...(user === '' ? {} : { user }),
        ...(model === '' ? {} : { models: model }),
        ...(model === '' || record === undefined ? {} : { records: `${model}/${record}` }),
        ...(since === '' ? {} : { since }),
        ...(after === undefined ? {} : { after }),
      }
      const { data, next, more } = await client.request('GET', '/ws/access/changes', { query, signal })
      return { changes: data as readonly AccessChange[], next: more === true ? String(next) : undefined }
    },
    looks: async (user, after, signal) => {
      const by = { ...(user === '' ? {} : { user }), ...(after === undefined ? {} : { after }) }
      const query = { method: 'see-as', limit: changesPart, ...by }
      const { data, next } = await client.request('GET', '/ws/sign-ins', { query, signal })
      return { looks: data as LooksPage['looks'], next: typeof next === 'number' ? next : undefined }
    },
    // Not repeated: a repeat would not show the token again.
    createKey: async (data) => {
      const answer = await client.request('PUT', `/ws/rest/${keyModel}`, { body: { data }, repeatable: false })
      return { record: answer.data[0] as RecordJson, token: String(answer.token) }
    },
    rotateKey: async (id, overlap) => {
      const sent = { body: { overlap }, repeatable: false }
      const answer = await client.request('POST', `/ws/keys/${id}/rotate`, sent)
      return { record: answer.data[0] as RecordJson, token: String(answer.token) }
    },
    endSessionsOf: async (user) => (await client.endSessions({ user })).total,
  }
}
