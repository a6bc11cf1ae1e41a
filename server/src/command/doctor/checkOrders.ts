import type { Models } from '../../model/Models.ts'
import { tableOf } from '../../model/names.ts'
import { isOrderIndexed, orderedFields } from '../../model/order.ts'
import { adviseIndex } from './adviseIndex.ts'
import type { Finding } from './Finding.ts'

/** The number of records up to which a list is sorted fast enough without an index. */
const maxSorted = 100_000

/** Finds large models whose declared order no index serves. `rows` are the estimated numbers of records by table. */
export function checkOrders(models: Models, rows: ReadonlyMap<string, number>): Finding[] {
  return models.all.flatMap((model) => {
    const count = rows.get(tableOf(model.name)) ?? 0
    if (count <= maxSorted || isOrderIndexed(model)) return []
    const keys = orderedFields(model)
    const about = `${model.name} (about ${count.toLocaleString('en')} records)`
    return [
      {
        check: 'searches',
        what: `${about} has no index for its order ${keys.join(', ')}.`,
        why: 'Each list that asks for no other order sorts all records.',
        advice: adviseIndex({ keys, sorted: true }, model),
      },
    ]
  })
}
