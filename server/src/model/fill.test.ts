import { expect, it } from 'vitest'
import { expression } from '../expression/Expression.ts'
import { checkModels } from './checkModels.ts'
import { date } from './field/date.ts'
import { json } from './field/json.ts'
import { text } from './field/text.ts'
import { findFill } from './fill.ts'
import { toModel } from './toModel.ts'

const withField = (field: ReturnType<typeof text>) =>
  toModel({
    name: 'shop.Item',
    title: 'room',
    fields: { room: text({ max: 20 }), at: date(), note: json(), own: field },
  })
const mistakesOf = (given: unknown) => {
  const model = withField({ ...text({ max: 10 }), fill: given } as ReturnType<typeof text>)
  return checkModels([{ file: 'Item.ts', model }]).map(({ message }) => message)
}

it('takes fields of the record, and those that are dropped', () => {
  expect(mistakesOf(expression('left(room, 2)'))).toEqual([])
  const model = withField(text({ max: 10, fill: expression('concat(room, $old.formerName)') }))
  const own = model.fields.find((field) => field.name === 'own')
  const fill = own && findFill(own, model)
  expect(fill?.columns).toEqual(['room', 'former_name'])
  expect(fill?.value.toText()).toContain('"former_name"::text')
})

it.each([
  ['left(room, 2)', 'must be an expression'],
  [expression('romm'), 'Did you mean "room"?'],
  [expression('at'), 'is a date, and the field is a text: write text(at)'],
  [expression('own'), 'is the field itself'],
  [expression('note'), "which expressions can't use"],
  [expression('$today'), 'a fill has the fields of the record'],
  [expression('$user'), 'a fill has the fields of the record'],
])('may not be %j: %s', (fill, message) => {
  expect(mistakesOf(fill)).toEqual([expect.stringContaining(message)])
})
