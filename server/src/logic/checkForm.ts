import { findOfferedMistakes } from '../criteria/findOfferedMistakes.ts'
import { checkField } from '../model/checkField.ts'
import { checkRelation } from '../model/checkRelation.ts'
import { hasExpression } from '../model/expressionDefaults.ts'
import type { Field } from '../model/field/Field.ts'
import { findType, isStored } from '../model/field/fieldTypes.ts'
import { isSecret } from '../model/field/text.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import { maxMembers } from '../model/relation/Relation.ts'
import { isNumbered } from '../model/seriesOf.ts'
import { checkLanguages } from '../model/words.ts'

/** A mistake of one field of what logic takes or gives. */
export interface FieldMistake {
  readonly field: string
  readonly message: string
}

/** Returns the mistakes of the fields that logic takes or gives. */
export function checkForm(form: Model, member: 'takes' | 'gives', models: Models, kind: string): FieldMistake[] {
  const findModel = (name: string) => models.find(name)
  const ofFields = form.fields.flatMap((field) => {
    const unfit = checkUse(field, member, kind)
    const mistakes = unfit.length > 0 ? unfit : checkField(field, form, models, findModel)
    return mistakes.map((message) => ({ field: `${member}.${field.name}`, message }))
  })
  const ofRelations = form.relations.flatMap((relation) => {
    const mistakes =
      relation.type === 'links'
        ? checkLinks(relation, form, member, findModel)
        : ['is a collection, which belongs to a record: use links for several records']
    return mistakes.map((message) => ({ field: `${member}.${relation.name}`, message }))
  })
  const ofWords = checkLanguages(form, models.application.languages).map(({ part = '', message }) => ({
    field: `${member}.${part}`,
    message,
  }))
  const ofPickers = findOfferedMistakes(form, models).map(({ field, message }) => ({
    field: `${member}.${field}`,
    message,
  }))
  return [...ofFields, ...ofRelations, ...ofWords, ...ofPickers]
}

/** Links of a record are never required and never limited: only a form can say so. */
function checkLinks(
  { required, max, ...relation }: LinksRelation,
  form: Model,
  member: 'takes' | 'gives',
  findModel: (name: string) => Model | undefined,
): string[] {
  const limits = { required, max }
  const conditions = relation.when === undefined ? [] : ['when asks a record, and there is none here: leave it out']
  const isMax = max === undefined || (Number.isInteger(max) && max >= 1 && max <= maxMembers)
  return [
    ...checkRelation(relation, form, findModel),
    ...conditions,
    ...(required === undefined || typeof required === 'boolean' ? [] : ['required must be true or false']),
    ...(isMax ? [] : [`max must be a whole number from 1 to ${maxMembers}`]),
    ...(member === 'takes' ? [] : (['required', 'max'] as const).filter((option) => limits[option] !== undefined)).map(
      (option) => `${option} is for what is taken: leave it out`,
    ),
  ]
}

/** The values are never stored, so nothing that is about storing them has a meaning. */
function checkUse(field: Field, member: 'takes' | 'gives', kind: string): string[] {
  const type = findType(field)
  if (type && (!type.writable || !isStored(field) || isNumbered(field)))
    return [`is of type ${field.type}, which the service computes: declare the type of the value`]
  const options = (['unique', 'indexed', 'was'] as const).filter((option) => field[option])
  return [
    ...options.map((option) => `${option} is about stored values, and this one is not stored: leave it out`),
    ...(member === 'gives' && isSecret(field) ? ['is a secret, which is never shown: leave it out'] : []),
    ...(['when', 'requiredWhen'] as const)
      .filter((option) => field[option] !== undefined)
      .map((option) => `${option} asks a record, and there is none here: leave it out`),
    ...(kind !== 'action' && hasExpression(field) ? ['default is an expression, which only actions take'] : []),
    ...(member === 'gives' && field.default !== undefined ? ['default is for what is taken: leave it out'] : []),
  ]
}
