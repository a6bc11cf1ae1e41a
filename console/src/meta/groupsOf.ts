import type { ModelMeta } from './ModelMeta.ts'

/** Models by their declared group, or by the last part of their package; those of the service itself come last. */
export function groupsOf(models: readonly ModelMeta[]): [string, readonly ModelMeta[]][] {
  const groups = new Map<string, ModelMeta[]>()
  for (const model of models) {
    const group = model.group ?? capitalized(model.name.split('.').at(-2) ?? '')
    groups.set(group, [...(groups.get(group) ?? []), model])
  }
  const isLast = ([, [first]]: readonly [string, readonly ModelMeta[]]) => (first && isOfService(first) ? 1 : 0)
  return [...groups].sort((a, b) => isLast(a) - isLast(b))
}

/** Whether a model is one of the service itself, such as users and roles. */
export function isOfService({ name }: ModelMeta): boolean {
  return name.startsWith('tabularium.')
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
