import { role, schedule } from 'tabularium'
import { Order } from './Order.ts'

/** Voids drafts, and nothing else. */
export const tidying = role({
  name: 'tidying',
  help: 'Sees drafts and void orders, and can void a draft.',
  rules: [
    {
      model: Order,
      read: true,
      update: true,
      writeFields: ['status'],
      condition: { fieldName: 'status', operator: 'in', value: ['draft', 'void'] },
    },
  ],
})

/** Voids drafts that nobody has changed for 90 days, every night, at most 200 at a time. */
export const voidOldDrafts = schedule({
  name: 'com.example.orders.voidOldDrafts',
  at: '03:00 Europe/Paris',
  as: 'tidying',
  async run(records, { due }) {
    const before = new Date(due.getTime() - 90 * 86_400_000).toISOString()
    const old = await records.search(Order, {
      where: {
        operator: 'and',
        criteria: [
          { fieldName: 'status', operator: '=', value: 'draft' },
          { fieldName: 'updatedOn', operator: '<', value: before },
        ],
      },
      sortBy: ['updatedOn'],
      limit: 200,
    })
    await records.updateAll(old.map((order) => [order, { status: 'void' }] as const))
  },
})
