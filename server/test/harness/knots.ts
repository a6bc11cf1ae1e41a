import { model } from '../../src/model/declare.ts'
import { decimal } from '../../src/model/field/decimal.ts'
import { integer } from '../../src/model/field/integer.ts'
import { json } from '../../src/model/field/json.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { links } from '../../src/model/relation/links.ts'
import { toModels } from './everyType.ts'

export const Knot = 'org.example.knots.Knot'

/** A model that refers to itself in many ways, with texts of any length, for the most expensive requests. */
export const knots = toModels([
  model({
    name: Knot,
    title: 'name',
    list: ['name', 'big'],
    search: ['name'],
    fields: {
      name: text({ required: true, max: 200 }),
      a: reference(Knot),
      b: reference(Knot),
      c: reference(Knot),
      d: reference(Knot),
      as: collection(Knot, { by: 'a' }),
      bs: collection(Knot, { by: 'b' }),
      peers: links(Knot),
      big: text({ multiline: true }),
      any: json(),
      num: integer(),
      amount: decimal({ precision: 30, scale: 5 }),
    },
  }),
])
