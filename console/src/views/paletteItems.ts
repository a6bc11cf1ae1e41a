import { listOf } from '../route/ListRoute.ts'
import type { Route } from '../route/Route.ts'
import { manyOf, mayList, type ModelMeta, type RecordLink, titleOf } from '../meta/ModelMeta.ts'
import { declaredViews, type SavedView } from './SavedView.ts'

/** Something that the palette leads to. */
export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly note: string
  /** Another word that it is found by, which is not shown. */
  readonly alias?: string
  readonly route: Route
}

/** What the service found in one model. */
export interface Found {
  readonly model: string
  readonly records: readonly RecordLink[]
  readonly more: boolean
}

/** The words that the palette needs. */
export interface PaletteWords {
  readonly model: string
  readonly screen: string
  readonly action: string
  readonly view: (model: string) => string
  readonly new: (model: string) => string
  readonly about: (model: string) => string
  readonly more: (model: string) => string
}

/** Where the palette can lead without asking: screens, models, views and new records. */
export function knownItems(
  models: readonly ModelMeta[],
  views: readonly SavedView[],
  screens: readonly { readonly label: string; readonly route: Route }[],
  words: PaletteWords,
): PaletteItem[] {
  const labelOf = (name: string) => {
    const found = models.find((model) => model.name === name)
    return found && manyOf(found)
  }
  return [
    ...models.filter(mayList).map((model) => {
      const { name, label } = model
      return { id: `model ${name}`, label: manyOf(model), alias: label, note: words.model, route: listOf(name) }
    }),
    ...views.flatMap(({ id, name, model }) => {
      const label = labelOf(model)
      return label === undefined
        ? []
        : [{ id: `view ${id}`, label: name, note: words.view(label), route: listOf(model, { view: id }) }]
    }),
    ...models.filter(mayList).flatMap((model) =>
      declaredViews(model).map(({ id, name }) => {
        const route = listOf(model.name, { view: id })
        return { id: `view ${model.name} ${id}`, label: name, note: words.view(manyOf(model)), route }
      }),
    ),
    ...models
      .filter(({ may }) => may.create !== 'none')
      .map(({ name, label }): PaletteItem => {
        const route: Route = { screen: 'new', model: name, from: undefined, set: {} }
        return { id: `new ${name}`, label: words.new(label), note: words.action, route }
      }),
    ...models.map(({ name, label }): PaletteItem => {
      const route: Route = { screen: 'models', model: name }
      return { id: `about ${name}`, label: words.about(label), note: words.screen, route }
    }),
    ...screens.map(({ label, route }) => ({ id: `screen ${route.screen}`, label, note: words.screen, route })),
  ]
}

/** The known items in which all words occur; those whose label begins with them come first. */
export function matching(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter(({ label, alias = '', note }) => {
    const all = `${label} ${alias} ${note}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const rank = ({ label, alias = label }: PaletteItem) =>
    [label, alias].some((name) => name.toLowerCase().startsWith(words[0] ?? '')) ? 0 : 1
  return found.sort((a, b) => rank(a) - rank(b))
}

/** What was found in records: each by its title, and the way to the others where there are more. */
export function recordItems(
  found: readonly Found[],
  q: string,
  models: readonly ModelMeta[],
  words: PaletteWords,
): PaletteItem[] {
  return found.flatMap(({ model: name, records, more }) => {
    const model = models.find((each) => each.name === name)
    if (!model) return []
    const items = records.map((record): PaletteItem => {
      const route: Route = { screen: 'record', model: name, id: record.id }
      return { id: `record ${name} ${record.id}`, label: titleOf(model, record), note: model.label, route }
    })
    const rest = {
      id: `more ${name}`,
      label: words.more(manyOf(model)),
      note: words.action,
      route: listOf(name, { q }),
    }
    return more ? [...items, rest] : items
  })
}
