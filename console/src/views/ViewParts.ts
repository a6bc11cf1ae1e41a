import type { ListRoute } from '../route/ListRoute.ts'
import { isSame } from '../field/isSame.ts'
import type { Json } from '../meta/ModelMeta.ts'
import type { ViewMeta } from '../meta/ViewMeta.ts'
import { type Layout, layouts, splitFigure } from './layouts.ts'

/** What a view keeps of a list. */
export type ViewParts = Pick<
  ListRoute,
  'q' | 'where' | 'sortBy' | 'fields' | 'chart' | 'layout' | 'by' | 'groupBy' | 'footer'
>

/** What a layout needs besides which records it shows. */
export type LayoutOptions = Pick<ViewMeta, 'by' | 'card' | 'sum' | 'limit' | 'from' | 'to' | 'color' | 'colors'>

/** A list that has a name: a saved view, or one that the model declares. */
export interface ListedView extends ViewParts {
  /** The id of a saved view, the name of a declared one: what an address calls it. */
  readonly id: number | string
  readonly name: string
  readonly options: LayoutOptions
}

/** A list of nothing but all records. */
const plain: ViewParts = {
  q: '',
  where: '',
  sortBy: [],
  fields: [],
  chart: '',
  layout: '',
  by: '',
  groupBy: [],
  footer: [],
}

/** The parts of a list that views keep. */
export function partsOf({ q, where, sortBy, fields, chart, layout, by, groupBy, footer }: ViewParts): ViewParts {
  return { q, where, sortBy, fields, chart, layout, by, groupBy, footer }
}

/** How a list shows its records: a grid where it does not say, or says what this console does not know. */
export function layoutOf({ layout }: Pick<ListRoute, 'layout'>): Layout {
  return layouts.find((one) => one === layout) ?? 'grid'
}

/** Whether a list has nothing of its own: neither words nor criteria, order, columns, chart or layout. */
export function isPlain(list: ViewParts): boolean {
  return isSame('json', partsOf(list), plain)
}

/** What the layout of a list needs: what its view says, and the field of the address before it. */
export function optionsOf(list: ViewParts, view?: ListedView): LayoutOptions {
  const layout = layoutOf(list)
  const own = view && layoutOf(view) === layout ? view.options : {}
  const { by } = list
  if (layout === 'board') return { ...own, ...(by === '' ? {} : { by }) }
  if (layout !== 'calendar' || by === '' || by === own.from) return own
  const { to: _, ...others } = own
  return { ...others, from: by }
}

/** What a list sends to keep itself as a view. Criteria that are no JSON have no view. */
export function writeParts(list: ViewParts, view?: ListedView): Readonly<Record<string, Json>> | undefined {
  const { q, where, sortBy, fields, chart, groupBy, footer } = list
  const criteria = where === '' ? null : parse(where)
  if (criteria === undefined) return undefined
  const layout = layoutOf(list)
  const options = Object.entries(optionsOf(list, view))
  const figures = footer.map(splitFigure).map(({ name, figure }) => [name, figure])
  return {
    q: q || null,
    criteria,
    sortBy: orNull(sortBy),
    fields: orNull(fields),
    chart: chart || null,
    layout: layout === 'grid' ? null : layout,
    groupBy: orNull(groupBy),
    footer: figures.length === 0 ? null : (Object.fromEntries(figures) as Json),
    options: options.length === 0 ? null : (withoutTrees(Object.fromEntries(options)) as Json),
  }
}

/** Whether a list is what a view keeps. */
export function isAsSaved(list: ViewParts, view: ListedView): boolean {
  const parts = (of: ViewParts) => (writeParts(of, view) ?? { criteria: of.where }) as Json
  return isSame('json', parts(list), parts(view))
}

/** The trees of conditions are made by the service. */
function withoutTrees({ colors, ...options }: LayoutOptions): object {
  return colors ? { ...options, colors: colors.map(({ tree: _, ...color }) => color) } : options
}

function orNull(texts: readonly string[]): Json {
  return texts.length === 0 ? null : [...texts]
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
