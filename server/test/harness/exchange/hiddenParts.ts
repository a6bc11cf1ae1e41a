import type { Model } from '../../../src/model/Model.ts'
import { Models } from '../../../src/model/Models.ts'
import { isBuiltIn } from '../../../src/model/builtIn/names.ts'
import { type Rule, isAbout } from '../../../src/permission/Rule.ts'
import { integer } from '../../../src/model/field/integer.ts'
import { reference } from '../../../src/model/field/reference.ts'
import { model } from '../../../src/model/declare.ts'
import { text } from '../../../src/model/field/text.ts'
import { choice } from '../../../src/model/field/choice.ts'
import { decimal } from '../../../src/model/field/decimal.ts'
import { date } from '../../../src/model/field/date.ts'
import { collection } from '../../../src/model/relation/collection.ts'
import { toModel } from '../../../src/model/toModel.ts'
import { withBuiltIn } from '../../../src/model/builtIn/builtInModels.ts'
import type { Reader } from './randomDocuments.ts'

/**
 * The same reader in two worlds that differ in what they may not see: rules name models and fields, and one world has
 * more of both.
 */
export function withHiddenParts(reader: Reader): { plain: Reader; hidden: Reader } {
  const plain = { ...reader, rules: reader.rules.flatMap((rule) => toNamed(rule, reader.models)) }
  const more = [secretModel, ...reader.models.all.map(addHidden)]
  return { plain, hidden: { ...plain, models: new Models(more) } }
}

/** A rule for each model that it is about, with the names of all fields that it is about. */
function toNamed(rule: Rule, models: Models): Rule[] {
  return models.all
    .filter(({ name }) => isAbout(rule, name))
    .map(({ name, fields, relations }) => {
      const names = [...fields, ...relations].map((one) => one.name)
      return { ...rule, model: name, readFields: rule.readFields ?? names, writeFields: rule.writeFields ?? names }
    })
}

const secretModel = toModel(
  model({ name: 'org.example.hidden.Secret', title: 'hiddenName', fields: { hiddenName: text({ required: true }) } }),
)
const [hiddenCount, hiddenSecret] = toModel(
  model({
    name: 'org.example.hidden.Other',
    title: 'hiddenCount',
    fields: { hiddenCount: integer(), hiddenSecret: reference('org.example.hidden.Secret') },
  }),
).fields

/** The service's own models are the same everywhere. */
function addHidden(one: Model): Model {
  if (isBuiltIn(one.name) || !hiddenCount || !hiddenSecret) return one
  return { ...one, fields: [hiddenCount, ...one.fields, hiddenSecret] }
}

/** An administrator of many models, each of the usual size. */
export function manyModels(count: number): Reader {
  const nameOf = (index: number) => `com.example.many.Model${index}`
  const declared = Array.from({ length: count }, (_, index) =>
    model({
      name: nameOf(index),
      title: 'name',
      fields: {
        name: text({ required: true, max: 100 }),
        email: text({ max: 200 }),
        status: choice(['lead', 'customer', 'former']),
        credit: decimal({ precision: 12, scale: 2 }),
        employees: integer({ min: 0 }),
        openedOn: date(),
        notes: text({ multiline: true }),
        parent: reference(nameOf(Math.max(0, index - 1))),
        ...(index + 1 < count ? { children: collection(nameOf(index + 1), { by: 'parent' }) } : {}),
      },
    }),
  )
  return { name: 'administrator', models: withBuiltIn(declared.map(toModel)), rules: [], isAdmin: true }
}
