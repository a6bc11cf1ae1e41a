import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { parseSelection } from './parseSelection.ts'
import { parseWords } from './search.ts'
import type { Selection } from './Selection.ts'

/** The most records of each model that a search over all models answers. */
export const maxOfEach = 5

/** Finds records by words in one model. */
export interface ModelSearch {
  readonly model: Model
  readonly selection: Selection
  readonly words: readonly string[]
}

/** Plans a search over all models that declare fields for it, with the titles of their records. */
export function planSearchAll(q: string, { rights }: Authorization): ModelSearch[] {
  const { models } = rights.visibility
  return models.all
    .filter(({ search }) => search !== undefined && search.length > 0)
    .map((model) => ({
      model,
      selection: parseSelection(
        model.fields.some(({ name }) => name === model.title) ? [model.title] : [],
        model,
        models,
      ),
      words: parseWords(q, model, model),
    }))
}
