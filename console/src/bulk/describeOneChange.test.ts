import { expect, it } from 'vitest'
import { choice, model, text } from '../../../server/src/index.ts'
import { describeModel } from '../../test/describeModels.ts'
import { createFormats } from '../field/createFormats.ts'
import { de } from '../i18n/de/de.ts'
import { en } from '../i18n/en/en.ts'
import { describeOneChange } from './describeOneChange.ts'

const Order = describeModel(
  model({
    name: 'com.example.Order',
    plural: 'Orders',
    title: 'number',
    fields: { number: text(), status: choice([{ value: 'placed', label: 'Placed' }, 'void']) },
  }),
)
const formats = createFormats(en, 'en', 'UTC')
const status = (from: string | null, to: string | null) => ({ changes: { status: { from, to } } })

it.each([
  [[status('placed', 'void'), status('placed', 'void')], 'Status of 2 orders: Placed → void'],
  [[status('placed', 'void'), status(null, 'void')], 'Status of 2 orders: → void'],
  [[status('placed', 'void'), status('void', 'placed')], 'Status of 2 orders'],
  [[status('placed', null)], 'Status of 1 order: Placed → —'],
  [[status('placed', 'void'), { changes: { number: { from: '1', to: '2' } } }], undefined],
  [[{ changes: { status: { secret: true } } }], undefined],
  [[{ changes: {} }], undefined],
  [[], undefined],
])('%j is %s', (records, said) => {
  expect(describeOneChange(records, Order, formats)).toBe(said)
})

it('is said in other languages without words that would have to agree', () => {
  const changed = [status('placed', 'void'), status('placed', 'void')]
  expect(describeOneChange(changed, Order, createFormats(de, 'de', 'UTC'))).toBe('Status (2 Orders): Placed → void')
})
