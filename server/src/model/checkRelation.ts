import { suggest } from '../text/didYouMean.ts'
import { isFieldName, checkFieldName } from './checkField.ts'
import { isTest } from './fieldConditions.ts'
import type { Model } from './Model.ts'
import { checkCollection } from './relation/collection.ts'
import { checkLinks } from './relation/links.ts'
import type { Relation } from './relation/Relation.ts'
import { checkWords } from './words.ts'

/** The options of each type of relation. */
export const relationOptions = {
  collection: ['by', 'columns', 'edit', 'sortBy', 'target', 'label', 'help', 'when', 'was'],
  links: ['onDelete', 'target', 'where', 'label', 'help', 'when', 'was'],
} as const

/** Returns the mistakes of one relation. Each message says what to write instead. */
export function checkRelation(
  relation: Relation,
  model: Model,
  findModel: (name: string) => Model | undefined,
): string[] {
  const allowed: readonly string[] = relationOptions[relation.type]
  const unknown = Object.keys(relation).filter(
    (option) => !['name', 'type', 'comments'].includes(option) && !allowed.includes(option),
  )
  return [
    ...checkFieldName(relation.name),
    ...unknown.map(
      (option) => `a field of type ${relation.type} has no option "${option}".${suggest(option, allowed)}`,
    ),
    ...checkWords('label', relation.label),
    ...checkWords('help', relation.help),
    ...checkWas(relation, model),
    ...(relation.when === undefined || isTest(relation.when) ? [] : ['when must be an expression or criteria']),
    ...(relation.type === 'collection' ? checkCollection(relation, model, findModel) : checkLinks(relation, findModel)),
  ]
}

function checkWas({ was, name, type }: Relation, { relations }: Model): string[] {
  if (was === undefined) return []
  if (!isFieldName(was) || was === name) return ['was must be the name that the field had before']
  const others = relations.filter((other) => other.name !== name && other.type === type)
  if (others.some((other) => other.name === was)) return [`was names ${was}, which is still a relation of this model`]
  if (others.some((other) => other.was === was)) return [`two relations claim to have been ${was}`]
  return []
}
