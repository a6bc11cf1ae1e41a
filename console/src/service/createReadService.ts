import type { AnyModels, Client } from '@tabularium/client'
import type { Past } from '../history/Entry.ts'
import type { RecordJson } from '../meta/ModelMeta.ts'
import type { Explanation } from '../rights/Explanation.ts'
import type { DeletedPage } from './DeletedPage.ts'
import { modelPath } from './modelPath.ts'
import type { Groups } from '../chart/Groups.ts'
import type { FoundOfModel, Opened, Page, Service } from './Service.ts'
import { longestQuery, toSearch } from './toSearch.ts'

/** How many entries of a history come at once. */
const historyPage = 100

type ReadService = Pick<
  Service,
  'find' | 'searchAll' | 'count' | 'read' | 'open' | 'explain' | 'take' | 'deleted' | 'history'
>

/** Calls that read records. */
export function createReadService(client: Client<AnyModels>): ReadService {
  return {
    find: async (model, parameters, signal) => {
      const query = `?${parameters}`
      const isLong = query.length > longestQuery
      return toPage(
        await (isLong
          ? client.request('POST', modelPath(model, '/search'), {
              body: toSearch(parameters),
              signal,
              repeatable: true,
            })
          : client.request('GET', modelPath(model, query), { signal })),
      )
    },
    searchAll: async (q, signal) =>
      (await client.request('GET', '/ws/search', { query: { q }, signal })).data as readonly FoundOfModel[],
    count: async (model, request, signal) => {
      const body = { ...request, count: true }
      const sent = { body, signal, repeatable: true }
      const { data, total } = await client.request('POST', modelPath(model, '/aggregate'), sent)
      return { groups: data as Groups['groups'], total: Number(total) }
    },
    read: async (model, id, fields, signal, quiet = false) => {
      const query = { ...(fields.length > 0 ? { fields: fields.join(',') } : {}), quiet }
      return (await client.request('GET', modelPath(model, `/${id}`), { query, signal })).data[0] as RecordJson
    },
    open: async (model, id, fields, { signal, quiet, changes: isFollowed }) => {
      const query = {
        fields: fields.join(',') || undefined,
        may: true,
        quiet: quiet || undefined,
        changes: isFollowed || undefined,
      }
      const { data, may, changes } = await client.request('GET', modelPath(model, `/${id}`), { query, signal })
      return { record: data[0] as RecordJson, may: may as Opened['may'], changes: changes as Opened['changes'] }
    },
    explain: async (model, id, action, signal) => {
      const about = id === undefined ? model : `${model}/${id}`
      const { data } = await client.request('GET', `/ws/explain/${about}`, { query: { action }, signal })
      return data[0] as Explanation
    },
    take: async (model, request, signal) => {
      const body = { ...request, sortBy: ['id'], total: false }
      const sent = { body, signal, repeatable: true }
      return (await client.request('POST', modelPath(model, '/search'), sent)).data as readonly RecordJson[]
    },
    deleted: async (model, offset, limit, signal) => {
      const query = { offset, limit }
      const { data, more } = await client.request('GET', modelPath(model, '/deleted'), { query, signal })
      return { records: data as DeletedPage['records'], more: more === true }
    },
    history: async (model, id, offset, signal) => {
      const query = { offset, limit: historyPage, titles: true }
      const { data, total } = await client.request('GET', modelPath(model, `/${id}/history`), { query, signal })
      return { entries: data as Past['entries'], total: Number(total) }
    },
  }
}

function toPage({ data, offset, total, next, changes }: Awaited<ReturnType<Client<unknown>['request']>>): Page {
  return {
    records: data as readonly RecordJson[],
    offset: Number(offset ?? 0),
    total: typeof total === 'number' ? total : undefined,
    next: typeof next === 'string' ? next : undefined,
    changes: typeof changes === 'string' ? changes : undefined,
  }
}
