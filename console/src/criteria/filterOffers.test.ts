import { describe, expect, it } from 'vitest'
import { choice, collection, date, dateTime, model, reference, text } from '../../../server/src/index.ts'
import { describeModels } from '../../test/describeModels.ts'
import { en } from '../i18n/en/en.ts'
import { filterOffers, type FoundRecords, offeredModels } from './filterOffers.ts'
import { writeWhere } from './writeWhere.ts'

const [customer, order] = describeModels(
  model({
    name: 'Customer',
    title: 'name',
    fields: { name: text(), orders: collection('Order', { by: 'customer' }) },
  }),
  model({
    name: 'Order',
    title: 'number',
    fields: {
      number: text(),
      customer: reference('Customer'),
      payer: reference('Customer'),
      status: choice([{ value: 'placed', label: 'Placed' }, 'draft', { value: 'old', label: 'Öld', retired: true }]),
      marks: choice([{ value: 'vip', label: 'VIP' }, 'late'], { multiple: true }),
      placedOn: date(),
      dueOn: date(),
      seenOn: dateTime(),
    },
  }),
)
if (!customer || !order) throw new Error('The models are not described.')
const find = (name: string) => [customer, order].find((each) => each.name === name)
const context = { model: order, find, words: en, today: '2026-11-19', isOwn: false }
const offered = (typed: string, found: readonly FoundRecords[] = []) => filterOffers(typed, found, context)
const labels = (typed: string, found: readonly FoundRecords[] = []) => offered(typed, found).map(({ label }) => label)

describe('what a filter offers', () => {
  it('is all fields where nothing is typed', () => {
    expect(labels(' ').slice(0, 4)).toEqual(['Number', 'Customer', 'Payer', 'Status'])
    expect(offered('').every(({ isWhole }) => !isWhole)).toBe(true)
  })

  it('begins with what is nearest to what is typed, a value as much as a field', () => {
    expect(labels('pla')).toEqual([
      'Status is Placed',
      'Placed on',
      'Placed on is today',
      'Placed on is tomorrow',
      'Placed on is this week',
      'Placed on is in the next 7 days',
      'Placed on is empty',
    ])
    expect(labels('placed o')[0]).toBe('Placed on')
    expect(labels('stat')).toEqual(['Status'])
    expect(labels('STATÚS')).toEqual(['Status'])
    expect(labels('draft')).toEqual(['Status is draft'])
    expect(labels('vip')).toEqual(['Marks has VIP'])
    // The fields of a customer are found by their own names, too.
    expect(labels('name')).toEqual(['Customer › Name', 'Payer › Name'])
    expect(labels('öld')).toEqual([])
  })

  it('asks first whether a day has passed by which something is due', () => {
    const [first, second] = offered('due')
    expect(first).toMatchObject({ label: 'Due on is before today', isWhole: true })
    expect(second).toMatchObject({ label: 'Due on', isWhole: false })
    expect(first && writeWhere([first.chip])).toBe('{"fieldName":"dueOn","operator":"<","value":"$today"}')
  })

  it('asks of moments what can be asked of them', () => {
    expect(labels('seen')).toEqual([
      'Seen on',
      'Seen on is since today',
      'Seen on is in the last 7 days',
      'Seen on is in the last 30 days',
      'Seen on is in the next 7 days',
      'Seen on is empty',
    ])
  })

  it('has the records that references lead to, once for each reference', () => {
    const found = [{ model: 'Customer', records: [{ id: 7, name: 'Four Seasons' }] }]
    expect(labels('four', found)).toEqual(['Customer is Four Seasons', 'Payer is Four Seasons'])
    const [first] = offered('four', found)
    expect(first && writeWhere([first.chip])).toBe('{"fieldName":"customer","operator":"=","value":7}')
    expect([...offeredModels(context)]).toEqual(['Customer'])
  })

  it('has an id of its own for each', () => {
    const ids = offered('e', [{ model: 'Customer', records: [{ id: 7, name: 'Essex' }] }]).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
