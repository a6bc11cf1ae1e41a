import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { didYouMean } from '../../text/didYouMean.ts'
import { CommandFailure } from '../CommandFailure.ts'

/** Finds a model by its full name, or by the last part of it if that is unambiguous. */
export function requireModel(models: Models, given: string): Model {
  const [only, ...others] = models.all.filter(({ name }) => lastPartOf(name) === given)
  const found = only && others.length === 0 ? only : models.find(given)
  if (found) return found
  const names = models.all.flatMap(({ name }) => [lastPartOf(name), name])
  throw new CommandFailure(
    'failure',
    `There is no model "${given}".${didYouMean(given, names)} npx tabularium models list shows all.`,
  )
}

function lastPartOf(name: string): string {
  return name.split('.').at(-1) ?? name
}
