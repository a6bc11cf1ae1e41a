import { listOf } from '../route/ListRoute.ts'
import type { Route } from '../route/Route.ts'
import { type ModelMeta, type RecordLink, titleOf } from '../meta/ModelMeta.ts'
import type { SavedView } from './SavedView.ts'

/** Something that the palette leads to. */
export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly note: string
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
  const labelOf = (name: string) => models.find((model) => model.name === name)?.label
  return [
    ...models
      .filter(({ may }) => may.read !== 'none')
      .map(({ name, label }) => ({ id: `model ${name}`, label, note: words.model, route: listOf(name) })),
    ...views.flatMap(({ id, name, model }) => {
      const label = labelOf(model)
      return label === undefined
        ? []
        : [{ id: `view ${id}`, label: name, note: words.view(label), route: listOf(model, { view: id }) }]
    }),
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
  const found = items.filter(({ label, note }) => {
    const all = `${label} ${note}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const rank = ({ label }: PaletteItem) => (label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
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
    const rest = { id: `more ${name}`, label: words.more(model.label), note: words.action, route: listOf(name, { q }) }
    return more ? [...items, rest] : items
  })
}
