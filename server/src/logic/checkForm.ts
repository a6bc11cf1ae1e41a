import { checkField } from '../model/checkField.ts'
import { checkRelation } from '../model/checkRelation.ts'
import type { Field } from '../model/field/Field.ts'
import { findType, isStored } from '../model/field/fieldTypes.ts'
import { isSecret } from '../model/field/text.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { isNumbered } from '../model/seriesOf.ts'

/** A mistake of one field of what logic takes or gives. */
export interface FieldMistake {
  readonly field: string
  readonly message: string
}

/** Returns the mistakes of the fields that logic takes or gives. */
export function checkForm(form: Model, member: 'takes' | 'gives', models: Models): FieldMistake[] {
  const findModel = (name: string) => models.find(name)
  const ofFields = form.fields.flatMap((field) => {
    const unfit = checkUse(field, member)
    const mistakes = unfit.length > 0 ? unfit : checkField(field, form, models, findModel)
    return mistakes.map((message) => ({ field: `${member}.${field.name}`, message }))
  })
  const ofRelations = form.relations.flatMap((relation) => {
    const mistakes =
      relation.type === 'links'
        ? checkRelation(relation, form, findModel)
        : ['is a collection, which belongs to a record: use links for several records']
    return mistakes.map((message) => ({ field: `${member}.${relation.name}`, message }))
  })
  return [...ofFields, ...ofRelations]
}

/** The values are never stored, so nothing that is about storing them has a meaning. */
function checkUse(field: Field, member: 'takes' | 'gives'): string[] {
  const type = findType(field)
  if (type && (!type.writable || !isStored(field) || isNumbered(field)))
    return [`is of type ${field.type}, which the service computes: declare the type of the value`]
  const options = (['unique', 'indexed', 'was'] as const).filter((option) => field[option])
  return [
    ...options.map((option) => `${option} is about stored values, and this one is not stored: leave it out`),
    ...(member === 'gives' && isSecret(field) ? ['is a secret, which is never shown: leave it out'] : []),
    ...(member === 'gives' && field.default !== undefined ? ['default is for what is taken: leave it out'] : []),
  ]
}
