import { maxSortKeys } from '../call/parameter/limits.ts'
import type { SearchRequest } from '../call/SearchRequest.ts'
import { Failure } from '../failure/failure.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { type PageTokens, searchIdentity } from './pageToken.ts'
import { idField, parsePath } from '../criteria/path.ts'
import { parseCondition } from '../criteria/parseCondition.ts'
import { listSelection, parseSelection } from './parseSelection.ts'
import type { SearchPlan, SortKey } from './SearchPlan.ts'

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
  const sort = parseSort(request.sortBy ?? [], model, models)
  const identity = searchIdentity(model.name, request, sort)
  return {
    operation: 'search',
    model,
    authorization,
    selection: request.fields ? parseSelection(request.fields, model, models) : listSelection(model, models),
    fieldsNamed: request.fields !== undefined,
    condition: parseCondition(request.criteria, model, models),
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

/** Parses sort keys and adds the id, so that the order is total. */
function parseSort(names: readonly string[], model: Model, models: Models): SortKey[] {
  if (names.length > maxSortKeys)
    throw new Failure('invalid-parameter', `The list sortBy must have at most ${maxSortKeys} names.`)
  const keys = names.map((name) => {
    const path = parsePath(name.replace(/^-/, ''), model, models)
    if (!typeOf(path.field).sortable)
      throw new Failure('invalid-parameter', `The field ${name} is of type ${path.field.type}, which has no order.`)
    return { path, descending: name.startsWith('-') }
  })
  const byId = keys.findIndex(({ path }) => path.steps.length === 0 && path.field.name === 'id')
  if (byId >= 0) return keys.slice(0, byId + 1)
  return [...keys, { path: { steps: [], field: idField }, descending: false }]
}

/** The words of `q`. The database lowers their case, as that of the text: the two must agree about every letter. */
export function parseWords(q: string | undefined, model: Model, whole: Model): string[] {
  if (q === undefined) return []
  if (!model.search?.length) throw new Failure('invalid-parameter', whyNoWords(whole))
  const words = q.split(/\s+/).filter((word) => word !== '')
  if (words.length > maxWords)
    throw new Failure('invalid-parameter', `The text of q must have at most ${maxWords} words.`)
  if (q.includes('\0') || !q.isWellFormed())
    throw new Failure('invalid-parameter', 'The text of q must be well-formed and without NUL.')
  return words
}

function whyNoWords({ name, search }: Model): string {
  return search?.length
    ? `You may not read any of the fields of ${name} that q searches in every record: search by criteria instead.`
    : `The model ${name} declares no fields for q: search by criteria, or declare search: [...] in the model.`
}
