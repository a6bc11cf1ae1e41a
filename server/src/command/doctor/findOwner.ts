import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'

/** The model that a dotted name leads to over references and relations, and the name of the field there. */
export function findOwner(dotted: string, model: Model, models: Models): { owner: Model | undefined; name: string } {
  const steps = dotted.split('.')
  const name = steps.pop() ?? ''
  return { owner: steps.reduce<Model | undefined>((at, step) => at && follow(at, step, models), model), name }
}

function follow({ fields, relations }: Model, step: string, models: Models): Model | undefined {
  const field = fields.find(({ name }) => name === step)
  const relation = relations.find(({ name }) => name === step)
  const target = field?.type === 'reference' ? field.target : relation?.target
  return models.all.find(({ name }) => name === target)
}
