import { type AnyModels, type Client, createClient } from '@tabularium/client'
import { createAccessService } from './createAccessService.ts'
import { createActionsService } from './createActionsService.ts'
import type { FieldMeta, ModelMeta, RecordJson, TypeTraits } from '../meta/ModelMeta.ts'
import { withTraits } from '../meta/withTraits.ts'
import type { Explanation } from '../rights/Explanation.ts'
import type { Past } from '../history/Entry.ts'
import { createBulkCalls } from './createBulkCalls.ts'
import { createChangesService } from './createChangesService.ts'
import { createWebhooksService } from './createWebhooksService.ts'
import { findScript } from './findScript.ts'
import { longestQuery, toSearch } from './toSearch.ts'
import type { DeletedPage } from './DeletedPage.ts'
import type { Also, FoundOfModel, Groups, Me, Opened, Page, Service, Written } from './Service.ts'

type AnyClient = Client<AnyModels>
type Envelope = Awaited<ReturnType<Client<unknown>['request']>>

/** How many entries of a history come at once. */
const historyPage = 100

/** The service behind this page. Repeats, time limits and the meaning of failures are the client's. */
export function createService(send: typeof fetch): Service {
  return toService(createClient({ url: '', fetch: send }), send)
}

/** What a client asks. Logging in and out is one's own, also while one looks as somebody else. */
function toService(client: AnyClient, send: typeof fetch, own = client): Service {
  const path = (model: string, rest = '') => `/ws/rest/${model}${rest}`
  return {
    ...createAccessService(client),
    ...createActionsService(client),
    ...createWebhooksService(client),
    ...createChangesService(client, send),
    login: async (username, password) => {
      await own.login(username, password)
    },
    logout: () => own.logout(),
    seeAs: (username) => toService(client.seeAs(username), send, own),
    me: async (signal) => (await client.request('GET', '/ws/me', { signal })).data[0] as Me,
    changePassword: (old, next) => client.changePassword(old, next),
    endOtherSessions: async () => (await client.endSessions()).total,
    metadata: async (signal) => {
      const answer = await client.request('GET', '/ws/meta/models?detail=true', { signal })
      const { data, every, types, declaredRoles = [] } = answer
      return {
        models: withTraits(data as readonly ModelMeta[], types as Record<string, TypeTraits> | undefined),
        every: every as readonly FieldMeta[],
        declaredRoles: declaredRoles as readonly string[],
      }
    },
    find: async (model, parameters, signal) => {
      const query = `?${parameters}`
      const isLong = query.length > longestQuery
      return toPage(
        await (isLong
          ? client.request('POST', path(model, '/search'), { body: toSearch(parameters), signal, repeatable: true })
          : client.request('GET', path(model, query), { signal })),
      )
    },
    searchAll: async (q, signal) =>
      (await client.request('GET', '/ws/search', { query: { q }, signal })).data as readonly FoundOfModel[],
    count: async (model, request, signal) => {
      const body = { ...request, count: true }
      const sent = { body, signal, repeatable: true }
      const { data, total } = await client.request('POST', path(model, '/aggregate'), sent)
      return { groups: data as Groups['groups'], total: Number(total) }
    },
    read: async (model, id, fields, signal, quiet = false) => {
      const query = { ...(fields.length > 0 ? { fields: fields.join(',') } : {}), quiet }
      return (await client.request('GET', path(model, `/${id}`), { query, signal })).data[0] as RecordJson
    },
    open: async (model, id, fields, { signal, quiet, changes: isFollowed }) => {
      const query = {
        fields: fields.join(',') || undefined,
        may: true,
        quiet: quiet || undefined,
        changes: isFollowed || undefined,
      }
      const { data, may, changes } = await client.request('GET', path(model, `/${id}`), { query, signal })
      return { record: data[0] as RecordJson, may: may as Opened['may'], changes: changes as Opened['changes'] }
    },
    lookAtMe: async (signal) =>
      (await client.request('GET', '/ws/me', { query: { quiet: true }, signal })).data[0] as Me,
    consoleScript: async (signal) => {
      const response = await fetch('/console/', { cache: 'no-cache', ...(signal ? { signal } : {}) })
      return findScript(await response.text())
    },
    explain: async (model, id, action, signal) => {
      const about = id === undefined ? model : `${model}/${id}`
      const { data } = await client.request('GET', `/ws/explain/${about}`, { query: { action }, signal })
      return data[0] as Explanation
    },
    tryUpdate: async (model, id, data, signal) => {
      const sent = { query: { onConflict: 'merge', dryRun: true }, body: { data }, signal, repeatable: true }
      await client.request('POST', path(model, `/${id}`), sent)
    },
    create: async (model, data, { key, fields }) => {
      const sent = { query: { fields }, body: { data }, idempotencyKey: key }
      return toWritten(await client.request('PUT', path(model), sent))
    },
    update: async (model, id, data, { key, fields }) => {
      const query = { onConflict: 'merge', fields }
      const sent = { query, body: { data }, idempotencyKey: key }
      return toWritten(await client.request('POST', path(model, `/${id}`), sent))
    },
    remove: async (model, id, version, { key }) => {
      const sent = { query: { version }, idempotencyKey: key }
      return toSet(await client.request('DELETE', path(model, `/${id}`), sent))
    },
    previewRemove: async (model, id, version) => {
      const query = { version, dryRun: true }
      const sent = { query, repeatable: true }
      const { also, preview } = await client.request('DELETE', path(model, `/${id}`), sent)
      return {
        deleted: 0,
        cleared: 0,
        ...(also as object | undefined),
        ...(preview ? { preview: preview as Also['preview'] & object } : {}),
      }
    },
    bulk: (model) => createBulkCalls(client, model),
    take: async (model, request, signal) => {
      const body = { ...request, sortBy: ['id'], total: false }
      const sent = { body, signal, repeatable: true }
      return (await client.request('POST', path(model, '/search'), sent)).data as readonly RecordJson[]
    },
    deleted: async (model, offset, limit, signal) => {
      const query = { offset, limit }
      const { data, more } = await client.request('GET', path(model, '/deleted'), { query, signal })
      return { records: data as DeletedPage['records'], more: more === true }
    },
    history: async (model, id, offset, signal) => {
      const query = { offset, limit: historyPage, titles: true }
      const { data, total } = await client.request('GET', path(model, `/${id}/history`), { query, signal })
      return { entries: data as Past['entries'], total: Number(total) }
    },
    restore: async (model, id, version, toVersion, { key }) => {
      const sent = { body: { data: { version, toVersion } }, idempotencyKey: key }
      return toWritten(await client.request('POST', path(model, `/${id}/restore`), sent))
    },
    askColleague: async (model, id, data) => {
      const sent = { body: { model, id, data }, repeatable: false }
      await client.request('POST', '/console/demo/colleague', sent)
    },
  }
}

function toPage({ data, offset, total, next, changes }: Envelope): Page {
  return {
    records: data as readonly RecordJson[],
    offset: Number(offset ?? 0),
    total: typeof total === 'number' ? total : undefined,
    next: typeof next === 'string' ? next : undefined,
    changes: typeof changes === 'string' ? changes : undefined,
  }
}

function toWritten(answer: Envelope): Written {
  const { data, merged, secret } = answer
  return {
    record: data[0] as RecordJson,
    merged: merged as Written['merged'],
    changeSet: toSet(answer),
    secret: typeof secret === 'string' ? secret : undefined,
  }
}

/** The change set of a write, if it wrote several records. */
function toSet({ changeSet }: Envelope): number | undefined {
  return typeof changeSet === 'number' ? changeSet : undefined
}
