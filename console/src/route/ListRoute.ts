import { jobModel } from '../meta/ownModels.ts'
import { parameters, textOf, wholeOf } from './query.ts'

/** A list of records: its members are those of find, so that the address is also that of the same list as JSON. */
export interface ListRoute {
  readonly screen: 'list'
  readonly model: string
  readonly q: string
  /** Criteria as JSON, exactly as find takes them; empty for all records. */
  readonly where: string
  readonly sortBy: readonly string[]
  /** Columns; empty for the list fields of the model. */
  readonly fields: readonly string[]
  readonly offset: number
  readonly limit: number
  readonly after: string
  /** With `after`: how many records come before the page, and the tokens of the pages before it, the last one last. */
  readonly start: number
  readonly back: readonly string[]
  /** The view that the list is, or came from: the id of a saved one, the name of a declared one, or `all`. */
  readonly view: number | string | undefined
  /** The record that is shown beside the list. */
  readonly peek: number | undefined
  /** The chart above the list, such as `createdOn:month~sum.credit`; empty for none. */
  readonly chart: string
  /** `grid`, `board`, `calendar`, `gallery` or `pivot`; empty for that of the view, or a grid. */
  readonly layout: string
  /** The field of a board's columns, or that of a calendar's days; empty for that of the view. */
  readonly by: string
  /** Groups of a grid, lanes of a board, or rows and columns of a pivot table, such as `customer` and `dueOn:month`. */
  readonly groupBy: readonly string[]
  /** Figures below columns, or in the cells of a pivot table, such as `total:sum`. */
  readonly footer: readonly string[]
  /** The day around which a calendar stands; empty for today. */
  readonly at: string
}

/** How many records a page has unless the address says otherwise. */
const pageSize = 50

/** The whole list of a model, from its beginning. */
export function listOf(model: string, part: Partial<Omit<ListRoute, 'screen' | 'model'>> = {}): ListRoute {
  const first = { offset: 0, limit: pageSize, after: '', start: 0, back: [] }
  // Who looks at jobs looks for what happened last. Ids grow with time, and need no index of their own.
  const sortBy = model === jobModel ? ['-id'] : []
  const plain = { q: '', where: '', sortBy, fields: [], ...first, view: undefined, peek: undefined, chart: '' }
  const laidOut = { layout: '', by: '', groupBy: [], footer: [], at: '' }
  return { screen: 'list', model, ...plain, ...laidOut, ...part }
}

/** The parameters of a list, in the form of find. */
export function findParameters(route: ListRoute): URLSearchParams {
  return parameters({
    q: route.q,
    where: route.where,
    sortBy: route.sortBy.join(','),
    fields: route.fields.join(','),
    offset: route.offset || undefined,
    limit: route.limit === pageSize ? undefined : route.limit,
    after: route.after,
  })
}

/** The parameters of the address of a list. */
export function listParameters(route: ListRoute): URLSearchParams {
  const query = findParameters(route)
  if (route.after !== '' && route.start > 0) query.set('start', String(route.start))
  if (route.after !== '' && route.back.length > 0) query.set('back', route.back.map((token) => token || '_').join('.'))
  if (route.view !== undefined) query.set('view', String(route.view))
  if (route.peek !== undefined) query.set('peek', String(route.peek))
  const { chart, layout, by, at } = route
  const lists = { groupBy: route.groupBy.join(','), footer: route.footer.join(',') }
  for (const [name, text] of parameters({ chart, layout, by, ...lists, at })) query.set(name, text)
  return query
}

/** The list of a model that the parameters of an address describe. */
export function parseList(model: string, query: URLSearchParams): ListRoute {
  const names = (name: string) =>
    textOf(query, name)
      .split(',')
      .filter((part) => part !== '')
  return listOf(model, {
    q: textOf(query, 'q'),
    where: textOf(query, 'where'),
    sortBy: names('sortBy'),
    fields: names('fields'),
    offset: wholeOf(query, 'offset') ?? 0,
    limit: wholeOf(query, 'limit') ?? pageSize,
    after: textOf(query, 'after'),
    ...(query.get('after') ? { start: wholeOf(query, 'start') ?? 0, back: backOf(query) } : {}),
    view: wholeOf(query, 'view') ?? (textOf(query, 'view') || undefined),
    peek: wholeOf(query, 'peek'),
    chart: textOf(query, 'chart'),
    layout: textOf(query, 'layout'),
    by: textOf(query, 'by'),
    groupBy: names('groupBy'),
    footer: names('footer'),
    at: textOf(query, 'at'),
  })
}

/** The tokens of the pages before; `_` is the page that had none. */
function backOf(query: URLSearchParams): string[] {
  const tokens = textOf(query, 'back')
    .split('.')
    .filter((part) => part !== '')
  return tokens.map((token) => (token === '_' ? '' : token))
}
