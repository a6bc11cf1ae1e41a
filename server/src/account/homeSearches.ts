import type { NamedRecord } from '../call/AccountCall.ts'
import type { SearchRequest } from '../call/SearchRequest.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { Failure } from '../failure/failure.ts'
import { favoriteModel, jobModel, noticeModel, viewModel, webhookModel } from '../model/builtIn/names.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { planSearch } from '../plan/search.ts'
import { type Deadline, within } from '../request/deadline.ts'
import { isAuthorized, requireAuthorized } from '../statement/authorization/authCheck.ts'
import { parkedStatement } from '../statement/service/parked.ts'

/** What the answer has at most. */
export const homeLimits = {
  dashboards: 20,
  favorites: 100,
  pinned: 20,
  totals: 20,
  notices: 10,
  jobs: 3,
  webhooks: 100,
} as const

/** How long the answer waits for the total of a view, in milliseconds. Without it the view has none. */
const patience = 5_000

/** For whom the parts are searched. */
export type HomeAuthorization = Authorization & { readonly userId: number; readonly deadline: Deadline }
export type HomeServices = Pick<ExecutionServices, 'run' | 'tokens' | 'answerLimit' | 'database' | 'models'>

/** A record as its JSON says it. */
export type Found = Readonly<Record<string, unknown>> & { readonly id: number }

/** Records, and how many there are in all if that was asked for. */
export interface FoundPage {
  readonly records: readonly Found[]
  readonly total: number | undefined
}

type Wanted = Omit<SearchRequest, 'offset' | 'total'> & { readonly total?: boolean }

/** What the home page shows of a view. */
const ofView = ['name', 'model', 'q', 'criteria', 'chart']
export const is = (fieldName: string, value: unknown) => ({ fieldName, operator: '=', value })
export const notNull = (fieldName: string) => ({ fieldName, operator: 'notNull' })
const all = (...criteria: object[]) => ({ operator: 'and', criteria })

/** A search by the plan and the rights of find; nothing of a model whose records the caller may not list. */
export async function find(
  modelName: string,
  { total = false, ...wanted }: Wanted,
  authorization: Authorization,
  { run, tokens, answerLimit }: HomeServices,
): Promise<FoundPage> {
  const model = authorization.rights.known.find(modelName)
  if (!model || !authorization.rights.mayList(model)) return { records: [], total: undefined }
  const request = { offset: 0, total, ...wanted }
  const page = await run.search(planSearch(request, model, authorization, { tokens, answerLimit }))
  return { records: JSON.parse(`[${page.records}]`) as Found[], total: page.total }
}

/** What the caller has starred, in their order. A view that they do not see has no name. */
export async function findFavorites(authorization: HomeAuthorization, services: HomeServices) {
  const fields = ['position', 'model', 'viewName', 'record', ...ofView.map((name) => `view.${name}`)]
  const wanted = { criteria: is('user', authorization.userId), sortBy: ['position', 'id'], fields }
  return (await find(favoriteModel, { ...wanted, limit: homeLimits.favorites }, authorization, services)).records
}

/** The views that others have pinned and share with roles. */
export async function findPinned(authorization: HomeAuthorization, services: HomeServices) {
  const ofOthers = { fieldName: 'owner', operator: '!=', value: authorization.userId }
  const criteria = all(is('pinned', true), ofOthers, notNull('roles.id'))
  const wanted = { criteria, sortBy: ['name'], fields: ofView, limit: homeLimits.pinned }
  return (await find(viewModel, wanted, authorization, services)).records
}

/** The notices that the caller has not seen, newest first. */
export function findNotices(authorization: HomeAuthorization, services: HomeServices): Promise<FoundPage> {
  const criteria = all(is('user', authorization.userId), { fieldName: 'seenOn', operator: 'isNull' })
  const fields = ['model', 'record', 'createdBy', 'createdOn']
  const wanted = { criteria, fields, sortBy: ['-createdOn', '-id'], limit: homeLimits.notices, total: true }
  return find(noticeModel, wanted, authorization, services)
}

/** The jobs that have failed, newest first; undefined for those who can't let them run again. */
export async function findFailedJobs(authorization: HomeAuthorization, services: HomeServices) {
  if (!mayUpdate(jobModel, authorization)) return undefined
  const wanted = { criteria: is('state', 'failed'), fields: ['name', 'kind'], sortBy: ['-id'], limit: homeLimits.jobs }
  return find(jobModel, { ...wanted, total: true }, authorization, services)
}

/** How many deliveries of each webhook are parked; undefined for those who can't send them again. */
export async function findParked(authorization: HomeAuthorization, services: HomeServices) {
  if (!mayUpdate(webhookModel, authorization)) return undefined
  const { userId, rights, credential, deadline } = authorization
  // Only its user and administrators send the deliveries of a webhook again.
  const own = rights.isAdmin ? {} : { criteria: is('user', userId) }
  const wanted = { ...own, fields: ['name'], sortBy: ['name'], limit: homeLimits.webhooks }
  const { records } = await find(webhookModel, wanted, authorization, services)
  if (records.length === 0) return []
  const ids = records.map(({ id }) => id)
  const sentIn = credential ? { generation: credential.generation } : {}
  const work = { user: userId, deadlines: [deadline], ...sentIn, accepts: isAuthorized }
  const rows = requireAuthorized(await services.database.run(parkedStatement(ids, authorization), 'read', work))
  return rows.map(([id, parked]) => ({
    webhook: { id: Number(id), name: records.find((record) => record.id === Number(id))?.['name'] },
    parked: Number(parked),
  }))
}

function mayUpdate(modelName: string, { rights }: Authorization): boolean {
  const model = rights.known.find(modelName)
  return model !== undefined && rights.of(model, 'update').length > 0
}

/** Records by model and id (`com.example.orders.Order/5`), with the fields of their lists. */
export async function findNamed(
  named: readonly NamedRecord[],
  authorization: HomeAuthorization,
  services: HomeServices,
): Promise<ReadonlyMap<string, Found>> {
  const byModel = Map.groupBy(named, ({ model }) => model)
  const found = await Promise.all(
    [...byModel].map(async ([name, ofModel]) => {
      const model = authorization.rights.visibility.models.find(name)
      if (!model) return []
      const ids = [...new Set(ofModel.map(({ id }) => id))]
      const wanted = {
        criteria: { fieldName: 'id', operator: 'in', value: ids },
        fields: [...new Set([model.title, ...model.list, 'updatedOn'])],
        limit: ids.length,
        ...(model.archive ? { archived: true as const } : {}),
      }
      const { records } = await find(name, wanted, authorization, services)
      return records.map((record) => [`${name}/${record.id}`, record] as const)
    }),
  )
  return new Map(found.flat())
}

/** A view to be counted: its key is the id of a saved one, or the model and name of a declared one. */
export interface Counted {
  readonly key: number | string
  readonly model: unknown
  readonly q?: unknown
  readonly criteria?: unknown
}

/** The totals of views, by key. One that is not known in time, or whose criteria do not fit any more, has none. */
export async function findTotals(
  views: readonly Counted[],
  authorization: HomeAuthorization,
  services: HomeServices,
): Promise<ReadonlyMap<number | string, number>> {
  const hurried = { ...authorization, deadline: within(patience, authorization.deadline) }
  const found = await Promise.all(
    views.slice(0, homeLimits.totals).map(async ({ key, model, q, criteria }) => {
      const words = typeof q === 'string' && q !== '' ? { q } : {}
      const wanted = {
        ...words,
        ...(criteria === null || criteria === undefined ? {} : { criteria }),
        limit: 0,
        total: true,
      }
      try {
        const { total } = await find(String(model), wanted, hurried, services)
        return total === undefined ? [] : [[key, total] as const]
      } catch (error) {
        if (error instanceof Failure) return []
        throw error
      }
    }),
  )
  return new Map(found.flat())
}
