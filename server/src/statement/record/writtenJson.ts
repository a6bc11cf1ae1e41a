import type { Model } from '../../model/Model.ts'
import { keyOfSelection, type Selection } from '../../plan/Selection.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { defaultAnswerLimit } from '../limit/answerSize.ts'
import { wholeLength } from '../limit/jsonLength.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import { wholeRecordJson } from './recordJson.ts'
import { refuseFieldsCost } from '../limit/searchCost.ts'
import { selectionJson } from './selectionJson.ts'
import type { Shape } from '../Shape.ts'

/** What the answer of a write shows of its record. */
export interface WrittenView {
  readonly model: Model
  readonly selection?: Selection
  readonly answers?: 'record' | 'nothing'
}

/** A written record as JSON text, from the columns of `alias`: whole, with the chosen fields, or not at all. */
export function writtenJson(
  { model, selection, answers }: WrittenView,
  scope: ReadScope,
  alias: string,
  by?: Sql,
): Sql {
  if (answers === 'nothing') return sql`''::text`
  return selection ? chosenJson(selection, scope, alias).json : wholeRecordJson(model, scope, alias, by)
}

/** Its maximum length in bytes, according to the models. */
export function writtenLength({ model, selection, answers }: WrittenView, scope: ReadScope): number {
  if (answers === 'nothing') return 0
  return selection ? chosenJson(selection, scope, 't').length : wholeLength(model, scope.models)
}

/** What is shown, as a part of a shape. */
export function viewPart({ selection, answers }: WrittenView): Shape {
  return [answers === 'nothing', selection !== undefined, selection ? keyOfSelection(selection) : '']
}

/** Relations are never shown by the statement that writes the record, so nothing can exceed the limit. */
function chosenJson(selection: Selection, scope: ReadScope, alias: string): { json: Sql; length: number } {
  const shown = selectionJson(selection, scope, alias, defaultAnswerLimit)
  refuseFieldsCost(shown.json)
  return shown
}
