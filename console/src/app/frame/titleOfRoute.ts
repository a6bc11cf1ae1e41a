import type { Route } from '../../route/Route.ts'
import type { FindModel } from '../../meta/columns.ts'
import { type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { roleModel, userModel } from '../../meta/ownModels.ts'
import { viewModel } from '../../views/SavedView.ts'
import type { Words } from '../../i18n/Words.ts'

const product = 'Tabularium'

/** A route behind the login. */
export type PageRoute = Exclude<Route, { screen: 'login' }>

/** What the title of a page is made from. */
export interface TitleContext {
  readonly words: Words
  readonly find: FindModel
  /** The record that the route is about, as far as it is known. */
  readonly record: RecordJson | undefined
  /** The user as whom an administrator looks. */
  readonly seen?: string | undefined
}

/** The title of a page, for tabs, the browser's history and screen readers: what is particular to it comes first. */
export function titleOfRoute(route: PageRoute, context: TitleContext): string {
  const { words, seen } = context
  return [...partsOf(route, context), ...(seen === undefined ? [] : [words.seeAs.as(seen)]), product].join(' · ')
}

/** The record that a route is about: that of a form or a history, a user, a role, or the view of a list. */
export function recordOfRoute(
  route: PageRoute,
): { readonly model: string; readonly id: number | undefined } | undefined {
  switch (route.screen) {
    case 'record':
    case 'history':
      return { model: route.model, id: route.id }
    case 'user':
      return { model: userModel, id: route.id }
    case 'role':
      return { model: roleModel, id: route.id }
    case 'list':
      return { model: viewModel, id: route.view }
    default:
      return undefined
  }
}

function partsOf(route: PageRoute, context: TitleContext): readonly string[] {
  const { words, find } = context
  const label = (name: string) => find(name)?.label ?? name
  switch (route.screen) {
    case 'home':
      return [words.frame.home]
    case 'list':
      return [...(context.record ? [nameOf(viewModel, context.record.id, context)] : []), label(route.model)]
    case 'new':
      return [words.list.new(label(route.model))]
    case 'record':
      return [nameOf(route.model, route.id, context), label(route.model)]
    case 'history':
      return [words.record.history, nameOf(route.model, route.id, context), label(route.model)]
    case 'deleted':
      return [words.list.deleted, label(route.model)]
    case 'changes':
      return [words.changes.title]
    case 'changeSet':
      return [words.changes.set(route.id)]
    case 'models':
      return [...(route.model === '' ? [] : [label(route.model)]), words.frame.models]
    case 'access':
      return [words.access.title]
    case 'role':
      return [nameOf(roleModel, route.id, context), words.access.title]
    case 'user':
      return [nameOf(userModel, route.id, context), words.access.title]
    case 'why':
      return [words.whyScreen.title]
    case 'me':
      return [words.frame.me]
    case 'unknown':
      return [words.failure.unknownAddress]
  }
}

/** The title of the record, or its number until it is known. */
function nameOf(name: string, id: number, { find, record }: TitleContext): string {
  const model = find(name)
  return model ? titleOf(model, record ?? { id }) : `#${id}`
}
