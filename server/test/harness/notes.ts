import { withBuiltIn } from '../../src/model/builtIn/builtInModels.ts'
import { model } from '../../src/model/declare.ts'
import { boolean } from '../../src/model/field/boolean.ts'
import { choice } from '../../src/model/field/choice.ts'
import { computed } from '../../src/model/field/computed.ts'
import { date } from '../../src/model/field/date.ts'
import { dateTime } from '../../src/model/field/dateTime.ts'
import { decimal } from '../../src/model/field/decimal.ts'
import { integer } from '../../src/model/field/integer.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import { toModel } from '../../src/model/toModel.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { links } from '../../src/model/relation/links.ts'

export const Note = 'org.example.notes.Note'

const forms = ['letter', 'memo']

/** Fields that both notes and users have, one of every type, so that rules can compare them. */
const common = {
  region: text({ max: 300 }),
  level: integer(),
  amount: decimal({ precision: 12, scale: 2 }),
  open: boolean(),
  day: date(),
  moment: dateTime(),
  form: choice(forms),
  parent: reference(Note),
}

/** Notes, and users with fields of every type that rules can use. */
export const notes = withBuiltIn(
  [
    model({
      name: Note,
      title: 'label',
      list: ['label', 'region', 'parent'],
      search: ['name'],
      fields: {
        ...common,
        name: text({ required: true, max: 300 }),
        label: computed('{name}[ in {region}]'),
        owner: reference('tabularium.User'),
        answers: collection(Note, { by: 'parent' }),
        related: links(Note),
      },
    }),
  ].map(toModel),
  common,
)
