import type { Mistake } from './checkModels.ts'
import type { Models } from './Models.ts'
import { isOrderIndexed, orderedFields } from './order.ts'

/** Returns the orders of models that no index serves. `fileOf` returns which file declares a model. */
export function noteOrders(models: Models, fileOf: (model: string) => string): Mistake[] {
  return models.all
    .filter((model) => !isOrderIndexed(model))
    .map((model) => {
      const keys = orderedFields(model).map((key) => `'${key}'`)
      const message = `no index serves sortBy, so each list sorts all records: add indexes: [[${keys.join(', ')}]]`
      return { file: fileOf(model.name), model: model.name, message }
    })
}
