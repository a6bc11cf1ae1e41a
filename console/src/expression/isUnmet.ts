import type { ExpressionTree } from '@tabularium/client/expression'
import { draftOf } from '../draft/Draft.ts'
import type { Words } from '../i18n/Words.ts'
import { valueAt } from '../meta/columns.ts'
import type { Json, ModelMeta, RecordLink } from '../meta/ModelMeta.ts'
import { type FormPlace, FormValues } from './FormValues.ts'

/** The record's model, and what expressions know of the place. */
interface Asked {
  readonly model: ModelMeta
  readonly words: Words
  readonly place: FormPlace
}

/** Whether a record as it is shown is known not to meet a condition, which must be true. */
export function isUnmet(tree: ExpressionTree, record: RecordLink, asked: Asked): boolean {
  const met = evaluateOf(tree, record, asked)
  return met === false || met === null
}

/** Whether a record as it is shown is known to meet a condition. */
export function isMet(tree: ExpressionTree, record: RecordLink, asked: Asked): boolean {
  return evaluateOf(tree, record, asked) === true
}

function evaluateOf(tree: ExpressionTree, record: RecordLink, { model, words, place }: Asked) {
  const draft = draftOf({ version: 0, ...record }, '')
  return new FormValues(draft, model, words, place, (name) => valueAt(record, name) as Json | undefined).evaluate(tree)
}
