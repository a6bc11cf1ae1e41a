import { viewModel } from '../meta/ownModels.ts'
import { listParameters, type ListRoute, parseList } from './ListRoute.ts'
import { parameters, wholeOf } from './query.ts'
import { labelOf, nounOf, pluralOf, recordTitle, row } from './RouteRow.ts'

/** A new record: empty, or a copy of another one. */
export interface NewRoute {
  readonly screen: 'new'
  readonly model: string
  readonly from: number | undefined
  /** Values that the form begins with, by field. */
  readonly set: Readonly<Record<string, string>>
}

/** One record, as it is now. */
export interface RecordRoute {
  readonly screen: 'record'
  readonly model: string
  readonly id: number
}

/** The history of a record, at one version, compared with another. */
export interface HistoryRoute {
  readonly screen: 'history'
  readonly model: string
  readonly id: number
  readonly at: number | undefined
  readonly with: number | undefined
}

/** Deleted records of a model. */
export interface DeletedRoute {
  readonly screen: 'deleted'
  readonly model: string
  readonly offset: number
}

/** The screens about the records of a model. */
export const recordRoutes = {
  list: row<ListRoute>({
    path: '/r/:model',
    parse: ({ model }, query) => parseList(model, query),
    query: listParameters,
    title: ({ model, view }, context) => [
      ...(context.record ? [recordTitle(viewModel, context.record.id, context)] : []),
      ...(context.find(model)?.views ?? []).flatMap(({ name, label }) => (name === view ? [label] : [])),
      pluralOf(model, context),
    ],
    record: ({ view }) => ({ model: viewModel, id: typeof view === 'number' ? view : undefined }),
    palette: undefined,
  }),
  new: row<NewRoute>({
    path: '/r/:model/new',
    parse: ({ model }, query) => ({ screen: 'new', model, from: wholeOf(query, 'from'), set: parseSet(query) }),
    query: ({ from, set }) => {
      const query = parameters({ from })
      for (const [field, value] of Object.entries(set)) query.append('set', `${field}:${value}`)
      return query
    },
    title: ({ model }, context) => [context.words.list.new(labelOf(model, context))],
    palette: undefined,
  }),
  record: row<RecordRoute>({
    path: '/r/:model/:id',
    parse: ({ model, id }) => ({ screen: 'record', model, id }),
    title: ({ model, id }, context) => [recordTitle(model, id, context), labelOf(model, context)],
    record: ({ model, id }) => ({ model, id }),
    palette: undefined,
  }),
  history: row<HistoryRoute>({
    path: '/r/:model/:id/history',
    parse: ({ model, id }, query) => {
      return { screen: 'history', model, id, at: wholeOf(query, 'at'), with: wholeOf(query, 'with') }
    },
    query: ({ at, with: other }) => parameters({ at, with: other }),
    title: ({ model, id }, context) => {
      return [context.words.record.history, recordTitle(model, id, context), labelOf(model, context)]
    },
    record: ({ model, id }) => ({ model, id }),
    palette: undefined,
  }),
  deleted: row<DeletedRoute>({
    path: '/r/:model/deleted',
    parse: ({ model }, query) => ({ screen: 'deleted', model, offset: wholeOf(query, 'offset') ?? 0 }),
    query: ({ offset }) => parameters({ offset: offset || undefined }),
    title: ({ model }, context) => [context.words.list.deleted(nounOf(model, context))],
    palette: undefined,
  }),
}

function parseSet(query: URLSearchParams): Record<string, string> {
  const pairs = query.getAll('set').map((pair): [string, string] => {
    const colon = pair.indexOf(':')
    return colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)]
  })
  return Object.fromEntries(pairs)
}
