import type { SearchRequest } from '../call/SearchRequest.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import { searchFields } from '../model/searchFields.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { type PageTokens, searchIdentity } from './pageToken.ts'
import { withArchived } from '../criteria/archived.ts'
import { parseCondition } from '../criteria/parseCondition.ts'
import { listSelection, parseSelection } from './parseSelection.ts'
import { parseSort } from './parseSort.ts'
import type { SearchPlan } from './SearchPlan.ts'

/** What planning a search needs besides the request. */
export interface SearchContext {
  readonly tokens: PageTokens
  readonly answerLimit?: number
}

/** The most words in `q`. */
export const maxWords = 20

/** Plans a search. Rejects every name that the model does not have. */
export function planSearch(
  request: SearchRequest,
  whole: Model,
  authorization: Authorization,
  context: SearchContext,
): SearchPlan {
  const { models } = authorization.rights.visibility
  const model = models.require(whole.name)
  const sortBy = request.sortBy?.length ? request.sortBy : (model.sortBy ?? [])
  const sort = parseSort(sortBy, model, models)
  const identity = searchIdentity(model.name, { ...request, sortBy }, sort)
  return {
    operation: 'search',
    model,
    authorization,
    selection: request.fields ? parseSelection(request.fields, model, models) : listSelection(model, models),
    fieldsNamed: request.fields !== undefined,
    condition: withArchived(parseCondition(request.criteria, model, models), model, request.archived),
    words: parseWords(request.q, model, whole),
    sort,
    offset: request.offset,
    limit: request.limit,
    ...(request.after === undefined ? {} : { after: context.tokens.read(request.after, identity, sort.length) }),
    total: request.total,
    ...(request.may ? { may: true } : {}),
    ...(context.answerLimit === undefined ? {} : { answerLimit: context.answerLimit }),
    identity,
  }
}

/** The words of `q`. The database lowers their case, as that of the text: the two must agree about every letter. */
export function parseWords(q: string | undefined, model: Model, whole: Model): string[] {
  if (q === undefined) return []
  if (searchFields(model).length === 0) throw new Failure('invalid-parameter', whyNoWords(whole))
  const words = q.split(/\s+/).filter((word) => word !== '')
  if (words.length > maxWords)
    throw new Failure('invalid-parameter', `The text of q must have at most ${maxWords} words.`)
  if (q.includes('\0') || !q.isWellFormed())
    throw new Failure('invalid-parameter', 'The text of q must be well-formed and without NUL.')
  return words
}

function whyNoWords(model: Model): string {
  return searchFields(model).length > 0
    ? `You may not read any of the fields of ${model.name} that q searches in every record: search by criteria instead.`
    : `The model ${model.name} has no text for q: search by criteria, or declare search: [...] in the model.`
}
