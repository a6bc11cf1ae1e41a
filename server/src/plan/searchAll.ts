import { isBuiltIn } from '../model/builtIn/names.ts'
import type { Model } from '../model/Model.ts'
import { ownerOfComments } from '../model/relation/comments.ts'
import { searchFields } from '../model/searchFields.ts'
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
  /** What begins with which texts; absent if the model declares its search fields, which have an index for words. */
  readonly beginning?: Beginning
}

/** Fields that have an index, and the texts with which one of them may begin. */
export interface Beginning {
  readonly fields: readonly string[]
  readonly texts: readonly string[]
}

/**
 * Plans a search over all models with fields for it, with the titles of their records. The service's own models and
 * comments take part only if they declare such fields.
 */
export function planSearchAll(q: string, { rights }: Authorization): ModelSearch[] {
  const { models } = rights.visibility
  return models.all.flatMap((model) => {
    const isDeclared = (rights.known.find(model.name)?.search?.length ?? 0) > 0
    const isOwn = isBuiltIn(model.name) || ownerOfComments(model.name) !== undefined
    if (searchFields(model).length === 0 || (isOwn && !isDeclared) || !rights.mayList(model)) return []
    const selection = parseSelection([model.title], model, models)
    const words = parseWords(q, model, model)
    return [{ model, selection, words, ...(isDeclared ? {} : { beginning: toBeginning(q, model) }) }]
  })
}

/** Numbers and codes are mostly written in capitals, and typed without them. */
function toBeginning(q: string, model: Model): Beginning {
  const searched = searchFields(model)
  const indexed = model.fields.filter(({ name, unique, indexed: has }) => searched.includes(name) && (unique || has))
  const text = q.trim()
  return { fields: indexed.map(({ name }) => name), texts: [...new Set([text, text.toUpperCase()])] }
}
