import { isOfComments } from './comments.ts'
import type { ModelMeta } from './ModelMeta.ts'
import { favoriteModel, noticeModel } from './ownModels.ts'

/**
 * Models by their declared group, or by the last part of their package; those of the service itself come last. Comments
 * are on their records, notices behind the bell, favourites in the navigation, and what is read by id has no list.
 */
export function groupsOf(models: readonly ModelMeta[]): [string, readonly ModelMeta[]][] {
  const groups = new Map<string, ModelMeta[]>()
  for (const model of models.filter(isListed)) {
    const group = model.group ?? capitalized(model.name.split('.').at(-2) ?? '')
    groups.set(group, [...(groups.get(group) ?? []), model])
  }
  const isLast = ([, [first]]: readonly [string, readonly ModelMeta[]]) => (first && isOfService(first) ? 1 : 0)
  return [...groups].sort((a, b) => isLast(a) - isLast(b))
}

/** Whether a model has a list of its own. */
export function isListed(model: ModelMeta): boolean {
  return !isOfComments(model) && ![noticeModel, favoriteModel].includes(model.name) && !model.byId
}

/** Whether a model is one of the service itself, such as users and roles. */
export function isOfService({ name }: ModelMeta): boolean {
  return name.startsWith('tabularium.')
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
