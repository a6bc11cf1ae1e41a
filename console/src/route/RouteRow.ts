import type { Noun } from '../i18n/Noun.ts'
import type { Words } from '../i18n/Words.ts'
import type { FindModel } from '../meta/columns.ts'
import { manyOf, type RecordJson, titleOf } from '../meta/ModelMeta.ts'

/** What the title of a page is made from. */
export interface TitleContext {
  readonly words: Words
  readonly find: FindModel
  /** The record that the route is about, if it is known. */
  readonly record: RecordJson | undefined
}

/** A screen that has an address: its path, its parameters, its title. */
export interface RouteRow<One extends { readonly screen: string }> {
  /**
   * The path behind the root. `:id` is the member `id`, a whole number above 0; `:model` is the member `model`, and
   * may be absent as `:model?`.
   */
  readonly path: string
  /** Paths of before, which lead here as well. */
  readonly was?: readonly string[]
  readonly parse: (path: { readonly model: string; readonly id: number }, query: URLSearchParams) => One
  /** The parameters of the address; absent where there are none. */
  readonly query?: (route: One) => URLSearchParams
  /** The title of the page: what is particular to it comes first. */
  readonly title: (route: One, context: TitleContext) => readonly string[]
  /** The record that the title names; absent where it names none. */
  readonly record?: (route: One) => { readonly model: string; readonly id: number | undefined }
  /** The name of the screen in the palette; undefined for screens that need more than their path. */
  readonly palette: ((words: Words) => string) | undefined
}

/** Gives a row its type. */
export function row<One extends { readonly screen: string }>(described: RouteRow<One>): RouteRow<One> {
  return described
}

/** The label of a model, or its name if there is none. */
export function labelOf(name: string, { find }: TitleContext): string {
  return find(name)?.label ?? name
}

/** What a model and its records are called; its name if there is none. */
export function nounOf(name: string, { find }: TitleContext): Noun {
  return find(name) ?? { label: name }
}

/** What the records of a model are called, or its name if there is none. */
export function pluralOf(name: string, { find }: TitleContext): string {
  const model = find(name)
  return model ? manyOf(model) : name
}

/** The title of the record, or its number until it is known. */
export function recordTitle(name: string, id: number, { find, record }: TitleContext): string {
  const model = find(name)
  return model ? titleOf(model, record ?? { id }) : `#${id}`
}
