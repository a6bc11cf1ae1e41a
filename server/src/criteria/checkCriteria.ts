import { Failure } from '../failure/failure.ts'
import type { Check } from '../model/Check.ts'
import type { Mistake } from '../model/checkModels.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { asksRelations, isKnownBeforeWrite, parseCheck } from './ParsedCheck.ts'
import { builtInColumns } from './path.ts'

/** Returns the mistakes in the criteria of checks. `fileOf` returns which file declares a model. */
export function checkCriteria(models: Models, fileOf: (model: string) => string): Mistake[] {
  return models.all.flatMap((model) =>
    (model.checks ?? []).flatMap((check) =>
      findMistakes(check, model, models).map((mistake) => ({
        file: fileOf(model.name),
        model: model.name,
        message: `the check ${check.name} ${mistake}`,
      })),
    ),
  )
}

function findMistakes(check: Check, model: Model, models: Models): string[] {
  try {
    const { holds, when, own } = parseCheck(check, model, models)
    if (asksRelations(holds) || (when && asksRelations(when)))
      return [
        'asks for records of a collection or links, which are written after the record: ask those records instead',
      ]
    return own
      .filter((field) => !builtInColumns.includes(field) && !isKnownBeforeWrite(field))
      .map(({ name, type }) => `names ${name} of type ${type}, whose value is not known before the write: leave it out`)
  } catch (error) {
    if (error instanceof Failure) return [`cannot be parsed: ${error.message}`]
    throw error
  }
}
