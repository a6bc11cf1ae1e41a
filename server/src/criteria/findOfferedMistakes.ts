import { Failure } from '../failure/failure.ts'
import type { Field } from '../model/field/Field.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Relation } from '../model/relation/Relation.ts'
import { parseOffered } from './parseCondition.ts'

/** A mistake in which records a reference or links offer. */
export interface OfferedMistake {
  readonly field: string
  readonly message: string
}

/** Returns the mistakes in which records the references and links of a model, or of a form, offer. */
export function findOfferedMistakes(source: Model, models: Models): OfferedMistake[] {
  return [...source.fields, ...source.relations].flatMap((member) => {
    const mistake = findMistake(member, source, models)
    return mistake === undefined ? [] : [{ field: member.name, message: `where ${mistake}` }]
  })
}

function findMistake(member: Field | Relation, source: Model, models: Models): string | undefined {
  if ((member.type !== 'reference' && member.type !== 'links') || member.where === undefined) return undefined
  const target = models.find(member.target)
  // That there is none is said of the field.
  return target && findOfferMistake(member.where, target, source, models)
}

/** What is wrong with the records that a reference or links of `source` offer; undefined if nothing is. */
export function findOfferMistake(where: object, target: Model, source: Model, models: Models): string | undefined {
  try {
    parseOffered(where, target, models, source)
    return undefined
  } catch (error) {
    if (error instanceof Failure) return `cannot be parsed: ${error.message}`
    throw error
  }
}
