import { Failure } from '../failure/failure.ts'
import type { Mistake } from '../model/checkModels.ts'
import { isRollup, type RollupField } from '../model/field/rollup.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { parseMemberCondition } from './parseCondition.ts'

/**
 * Returns the mistakes in the criteria of rollups, which must fit the model of their records. `fileOf` returns which
 * file declares a model.
 */
export function checkRollups(models: Models, fileOf: (model: string) => string): Mistake[] {
  return models.all.flatMap((model) =>
    model.fields
      .filter(isRollup)
      .flatMap((field) => checkWhere(field, model, models))
      .map((mistake) => ({ file: fileOf(model.name), ...mistake })),
  )
}

function checkWhere({ name, where, resolved }: RollupField, model: Model, models: Models): Omit<Mistake, 'file'>[] {
  if (where === undefined || !resolved) return []
  try {
    parseMemberCondition(where, models.get(resolved.target), models)
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [{ model: model.name, field: name, message: `where: ${error.message}` }]
  }
}
