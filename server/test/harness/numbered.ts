import { collection, decimal, integer, model, reference, series, text } from '../../src/index.ts'
import { toModels } from './everyType.ts'

/** Documents with numbers: orders that may leave some out, with invoices that may not. */
export const Order = model({
  name: 'org.example.books.Order',
  title: 'number',
  list: ['number', 'note'],
  search: ['number', 'note'],
  fields: {
    number: series('ORD-{year}-{number:5}'),
    note: text({ max: 50, unique: true }),
    bills: collection('org.example.books.Bill', { by: 'order' }),
  },
})

export const Bill = model({
  name: 'org.example.books.Bill',
  title: 'number',
  fields: {
    number: series('INV-{year}-{number:5}', { gapless: true }),
    order: reference(Order),
    receipt: reference('org.example.books.Receipt'),
    receipts: collection('org.example.books.Receipt', { by: 'bill' }),
    amount: decimal({ precision: 8, scale: 2 }),
    code: text({ max: 20, unique: true }),
  },
})

/** More gapless series, and both kinds in one record. Receipts contain bills, and bills contain receipts. */
export const Receipt = model({
  name: 'org.example.books.Receipt',
  title: 'note',
  fields: {
    daily: series('{year}{month}{day}/{number}', { gapless: true }),
    serial: series('R{number:3}'),
    total: series('T{number}', { gapless: true }),
    note: text({ max: 50, unique: true }),
    size: integer({ min: 1 }),
    bill: reference(Bill),
    bills: collection(Bill, { by: 'receipt' }),
  },
})

export const numbered = toModels([Order, Bill, Receipt])
