import { isSame } from '../field/isSame.ts'
import { asText } from '../field/kinds.ts'
import type { Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { ColorMeta } from '../meta/ViewMeta.ts'
import type { LayoutOptions, ListedView } from './ViewParts.ts'

/** A saved view. */
export interface SavedView extends ListedView {
  readonly id: number
  readonly version: number
  readonly model: string
  /** Undefined where the caller may not see who owns it. */
  readonly owner: number | undefined
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly pinned: boolean
}

/** A view that the model declares. */
export interface DeclaredView extends ListedView {
  readonly id: string
  readonly isDefault: boolean
}

/** A view from its record. Whoever wrote it, only what has the right form is taken. */
export function readView(record: RecordJson): SavedView {
  const { id, version, model, name, owner, roles, q, criteria, sortBy, fields, chart, pinned } = record
  const layout = asText(record['layout'])
  const options: LayoutOptions = isObject(record['options']) ? record['options'] : {}
  return {
    id,
    version,
    model: asText(model),
    name: asText(name),
    owner: isObject(owner) && typeof owner.id === 'number' ? owner.id : undefined,
    roles: list(roles).flatMap((role) =>
      isObject(role) && typeof role.id === 'number' ? [{ id: role.id, name: asText(role.name) || `#${role.id}` }] : [],
    ),
    q: typeof q === 'string' ? q : '',
    where: criteria === null || criteria === undefined ? '' : JSON.stringify(criteria),
    sortBy: names(sortBy),
    fields: names(fields),
    chart: typeof chart === 'string' ? chart : '',
    ...laidOut(layout, options),
    groupBy: names(record['groupBy']),
    footer: figuresOf(record['footer']),
    pinned: pinned === true,
  }
}

/**
 * A saved view with the trees of its conditions, which the service makes of declared ones: a copy of a declared view
 * has the same.
 */
export function withTrees(view: SavedView, declared: readonly DeclaredView[]): SavedView {
  const { colors } = view.options
  if (!Array.isArray(colors)) return view
  const known = declared.flatMap(({ options }) => options.colors ?? [])
  const treeOf = ({ where }: ColorMeta) => known.find((one) => isSame('json', one.where as Json, where as Json))?.tree
  const all = (colors as readonly ColorMeta[]).flatMap((color) => {
    const tree = treeOf(color)
    return tree ? [{ ...color, tree }] : [color]
  })
  return { ...view, options: { ...view.options, colors: all } }
}

/** The views that a model declares, in their order. */
export function declaredViews({ views = [] }: ModelMeta): DeclaredView[] {
  return views.map(({ name, label, q = '', where, layout = '', sortBy = [], fields = [], groupBy = [], ...view }) => {
    const { footer, default: isDefault, forMe: _, ...options } = view
    return {
      id: name,
      name: label,
      q,
      where: where === undefined ? '' : JSON.stringify(where),
      sortBy,
      fields,
      chart: '',
      ...laidOut(layout, options),
      groupBy,
      footer: figuresOf(footer),
      isDefault: isDefault === true,
    }
  })
}

function laidOut(layout: string, options: LayoutOptions): Pick<ListedView, 'layout' | 'by' | 'options'> {
  const by = layout === 'calendar' ? options.from : options.by
  return { layout: layout === 'grid' ? '' : layout, by: typeof by === 'string' ? by : '', options }
}

function figuresOf(footer: unknown): string[] {
  return isObject(footer) ? Object.entries(footer).map(([name, figure]) => `${name}:${asText(figure)}`) : []
}

function names(value: Json | undefined): string[] {
  return list(value).filter((each) => typeof each === 'string')
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function isObject(value: unknown): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
