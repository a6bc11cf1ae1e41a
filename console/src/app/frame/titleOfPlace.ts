import type { Place } from '../../route/Place.ts'
import type { FindModel } from '../../meta/columns.ts'
import { type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { roleModel, userModel } from '../../meta/ownModels.ts'
import { viewModel } from '../../views/SavedView.ts'
import type { Words } from '../../i18n/Words.ts'

const product = 'Tabularium'

/** A place behind the login. */
export type PagePlace = Exclude<Place, { screen: 'login' }>

/** What the title of a page is made from. */
export interface TitleContext {
  readonly words: Words
  readonly find: FindModel
  /** The record that the place is about, as far as it is known. */
  readonly record: RecordJson | undefined
  /** The user as whom an administrator looks. */
  readonly seen?: string | undefined
}

/** The title of a page, for tabs, the browser's history and screen readers: what is particular to it comes first. */
export function titleOfPlace(place: PagePlace, context: TitleContext): string {
  const { words, seen } = context
  return [...partsOf(place, context), ...(seen === undefined ? [] : [words.seeAs.as(seen)]), product].join(' · ')
}

/** The record that a place is about: that of a form or a history, a user, a role, or the view of a list. */
export function recordOfPlace(
  place: PagePlace,
): { readonly model: string; readonly id: number | undefined } | undefined {
  switch (place.screen) {
    case 'record':
    case 'history':
      return { model: place.model, id: place.id }
    case 'user':
      return { model: userModel, id: place.id }
    case 'role':
      return { model: roleModel, id: place.id }
    case 'list':
      return { model: viewModel, id: place.view }
    default:
      return undefined
  }
}

function partsOf(place: PagePlace, context: TitleContext): readonly string[] {
  const { words, find } = context
  const label = (name: string) => find(name)?.label ?? name
  switch (place.screen) {
    case 'home':
      return [words.frame.home]
    case 'list':
      return [...(context.record ? [nameOf(viewModel, context.record.id, context)] : []), label(place.model)]
    case 'new':
      return [words.list.new(label(place.model))]
    case 'record':
      return [nameOf(place.model, place.id, context), label(place.model)]
    case 'history':
      return [words.record.history, nameOf(place.model, place.id, context), label(place.model)]
    case 'deleted':
      return [words.list.deleted, label(place.model)]
    case 'changes':
      return [words.changes.title]
    case 'changeSet':
      return [words.changes.set(place.id)]
    case 'models':
      return [...(place.model === '' ? [] : [label(place.model)]), words.frame.models]
    case 'access':
      return [words.access.title]
    case 'role':
      return [nameOf(roleModel, place.id, context), words.access.title]
    case 'user':
      return [nameOf(userModel, place.id, context), words.access.title]
    case 'why':
      return [words.whyScreen.title]
    case 'me':
      return [words.frame.me]
    case 'unknown':
      return [words.failure.unknownPlace]
  }
}

/** The title of the record, or its number until it is known. */
function nameOf(name: string, id: number, { find, record }: TitleContext): string {
  const model = find(name)
  return model ? titleOf(model, record ?? { id }) : `#${id}`
}
