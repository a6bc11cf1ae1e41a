import { maxNames } from '../call/parameter/limits.ts'
import type { ExportCall } from '../call/ExportCall.ts'
import { withArchived } from '../criteria/archived.ts'
import { parseCondition } from '../criteria/parseCondition.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { planColumns } from './exportColumns.ts'
import type { ExportPlan } from './ExportPlan.ts'
import { expandFieldSets } from './fieldSets.ts'
import { parseSelection } from './parseSelection.ts'
import { parseSort } from './parseSort.ts'
import { parseWords } from './search.ts'

/** Plans an export. Its criteria, words, order and fields are those of a search. */
export function planExport(call: ExportCall, whole: Model, authorization: Authorization): ExportPlan {
  const { request, format } = call
  const { models } = authorization.rights.visibility
  const model = models.require(whole.name)
  const names = request.fields ?? model.list
  if (names.length > maxNames)
    throw new Failure('invalid-parameter', `The list of fields must have at most ${maxNames} names.`)
  const { escape, header, delimiter, bom } = call
  return {
    operation: 'export',
    model,
    authorization,
    condition: withArchived(parseCondition(request.criteria, model, models), model, request.archived),
    words: parseWords(request.q, model, whole),
    sort: parseSort(request.sortBy?.length ? request.sortBy : (model.sortBy ?? []), model, models),
    shows:
      format === 'ndjson'
        ? { as: 'json', selection: parseSelection(names, model, models) }
        : { as: 'cells', columns: planColumns(expandFieldSets(names, model, models), model, authorization, call) },
    form: { format, escape, header, delimiter, bom },
  }
}
