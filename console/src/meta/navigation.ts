import { groupsOf, isListed, isOfService } from './groupsOf.ts'
import type { ModelMeta } from './ModelMeta.ts'

/** The application's own models by group: what stands in the navigation. Those of the service are in the settings. */
export function navigationOf(models: readonly ModelMeta[]): [string, readonly ModelMeta[]][] {
  const seen = models.filter((model) => !isOfService(model) && model.may.read !== 'none')
  return groupsOf(seen.filter((model) => model.nav ?? !isPart(model, models)))
}

/** The application's own models that declare that they are not in the navigation: those stand behind the others. */
export function moreOf(models: readonly ModelMeta[]): readonly ModelMeta[] {
  return models.filter(
    (model) => model.nav === false && !isOfService(model) && isListed(model) && model.may.read !== 'none',
  )
}

/** The models of the service of which somebody sees more than what is their own. */
export function settingsOf(models: readonly ModelMeta[]): readonly ModelMeta[] {
  return models.filter((model) => isOfService(model) && isListed(model) && model.may.read === 'all')
}

/** Whether the records of a model are parts of others, as the lines of an order are: one finds them there. */
export function isPart(model: ModelMeta, models: readonly ModelMeta[]): boolean {
  const owners = model.fields.filter(
    ({ type, required, onDelete }) => type === 'reference' && required && onDelete === 'cascade',
  )
  return owners.some(({ name, target }) =>
    models
      .find((owner) => owner.name === target)
      ?.fields.some((field) => field.type === 'collection' && field.target === model.name && field.by === name),
  )
}
