import { boolean } from '../../src/model/field/boolean.ts'
import { choice } from '../../src/model/field/choice.ts'
import { computed } from '../../src/model/field/computed.ts'
import { currency } from '../../src/model/field/currency.ts'
import { date } from '../../src/model/field/date.ts'
import { dateTime } from '../../src/model/field/dateTime.ts'
import { decimal } from '../../src/model/field/decimal.ts'
import { formula } from '../../src/model/field/formula.ts'
import { integer } from '../../src/model/field/integer.ts'
import { json } from '../../src/model/field/json.ts'
import { reference } from '../../src/model/field/reference.ts'
import { series } from '../../src/model/field/series.ts'
import { rollup } from '../../src/model/field/rollup.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { isModelDeclaration, model } from '../../src/model/declare.ts'
import { withBuiltIn } from '../../src/model/builtIn/builtInModels.ts'
import { isBuiltIn } from '../../src/model/builtIn/names.ts'
import { type ApplicationDeclaration, toApplication } from '../../src/model/application.ts'
import { Models } from '../../src/model/Models.ts'
import { toModel } from '../../src/model/toModel.ts'

/** A model that others refer to. */
export const Shelf = model({
  name: 'org.example.archive.Shelf',
  title: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 20 }),
    items: collection('org.example.archive.Item', { by: 'shelf' }),
    itemCount: rollup('count', 'items', { where: { fieldName: 'open', operator: '=', value: true } }),
    worth: rollup<string>('sum', 'items.worth'),
    lastSeen: rollup<string>('max', 'items.seenOn'),
    lastState: rollup<string>('latest', 'items.state', { by: 'day' }),
  },
})

/** A model with every type of field, each with and without its options. */
export const Item = model({
  name: 'org.example.archive.Item',
  title: 'title',
  list: ['title', 'amount', 'shelf', 'seenOn'],
  fields: {
    title: computed('{name}[ ({code})]'),
    name: text({ required: true, max: 50 }),
    code: text({ unique: true, max: 20, pattern: '[A-Z]+-[0-9]+' }),
    email: text({ format: 'email' }),
    website: text({ format: 'url' }),
    notes: text({ multiline: true }),
    count: integer({ min: 0, max: 1000, indexed: true }),
    balance: integer(),
    amount: decimal({ precision: 12, scale: 2 }),
    worth: formula('count * amount', decimal({ precision: 16, scale: 2 })),
    currency: currency(),
    price: decimal({ precision: 12, scale: 2, currency: { field: 'currency' } }),
    fee: decimal({ precision: 12, scale: 2, currency: 'NZD' }),
    share: decimal({ precision: 5, scale: 5, default: '0.00000' }),
    open: boolean({ required: true, default: true }),
    checked: boolean(),
    day: date({ indexed: true }),
    seenOn: dateTime(),
    state: choice(['new', 'used', "owner's"], { default: 'new', required: true }),
    marks: choice(['red', 'green', "owner's", 'a "b", {c}\\'], { multiple: true, max: 3, indexed: true }),
    extra: json(),
    shelf: reference(Shelf),
    parent: reference('org.example.archive.Item'),
    serial: series('IT-{year}-{number:4}'),
  },
})

/** Both of them, in their plain form, with the models of the service. */
export const everyType = toModels([Shelf, Item])

/** The plain form of declarations, with the models of the service as always. */
export function toModels(declarations: readonly unknown[], application?: ApplicationDeclaration): Models {
  return withBuiltIn(declarations.filter(isModelDeclaration).map(toModel), {}, toApplication(application))
}

/** Only the declared models, for tests that are not about those of the service. */
export function withoutBuiltIn({ all }: Models): Models {
  return new Models(all.filter(({ name }) => !isBuiltIn(name)))
}
