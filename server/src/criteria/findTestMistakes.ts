import { ExpressionMistake } from '../expression/ExpressionMistake.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { asksRelations, parseCheck } from './ParsedCheck.ts'

/** Returns the mistakes in what is asked of a record that is there: criteria or an expression, as in a check. */
export function findTestMistakes(holds: object | string, model: Model, models: Models): string[] {
  try {
    const parsed = parseCheck({ name: '', fields: [], holds, message: '' }, model, models)
    if (asksRelations(parsed.holds))
      return ['asks for records of a collection or links: ask fields of the record, or of what it refers to']
    return parsed.before.length > 0 ? ['has $before, and nothing was written yet: leave it out'] : []
  } catch (error) {
    if (error instanceof ExpressionMistake) return [error.message]
    if (error instanceof Failure) return [`cannot be parsed: ${error.message}`]
    throw error
  }
}
