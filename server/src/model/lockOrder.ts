import type { Model } from './Model.ts'

/**
 * The order in which a transaction locks records of several models: models that refer to others come before those, as
 * PostgreSQL locks a written record first and then, for its foreign keys, the records that it refers to. Where models
 * refer to each other in a circle, their names decide.
 */
export function toLockOrder(models: readonly Model[]): ReadonlyMap<string, number> {
  const byName = new Map(models.map((model) => [model.name, model]))
  const visited = new Set<string>()
  const targetsFirst: string[] = []
  const visit = (name: string) => {
    const model = byName.get(name)
    if (!model || visited.has(name)) return
    visited.add(name)
    for (const target of targetsOf(model)) visit(target)
    targetsFirst.push(name)
  }
  for (const name of [...byName.keys()].sort()) visit(name)
  return new Map(targetsFirst.toReversed().map((name, rank) => [name, rank]))
}

function targetsOf({ fields, relations }: Model): string[] {
  const references = fields.flatMap((field) => (field.type === 'reference' ? [field.target] : []))
  const links = relations.flatMap((relation) => (relation.type === 'links' ? [relation.target] : []))
  return [...references, ...links].sort()
}
