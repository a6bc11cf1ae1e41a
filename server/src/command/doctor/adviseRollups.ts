import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { isRollup, partsOf, type RollupField } from '../../model/field/rollup.ts'
import type { SearchShape } from '../../plan/SearchShape.ts'
import { findOwner } from './findOwner.ts'

/** What to do about criteria, sorts and figures with a rollup: it has no column, so that no index can contain it. */
export function adviseRollups(shape: SearchShape, model: Model, models: Models): string[] {
  const { all, inside, sort, aggregated = [] } = shape
  // Sorts by another record are advised about elsewhere: a stored number would not help them.
  const own = sort.map((key) => key.replace(/^-/, '')).filter((key) => !key.includes('.'))
  const used = [...all, ...inside].map(({ field }) => field)
  return [...new Set([...used, ...own, ...aggregated])].flatMap((dotted) => {
    const rollup = findRollup(dotted, model, models)
    return rollup ? [advise(dotted, rollup.field, rollup.owner)] : []
  })
}

/** Whether a name leads to a rollup. */
export function isOfRollup(dotted: string, model: Model, models: Models): boolean {
  return findRollup(dotted, model, models) !== undefined
}

function findRollup(dotted: string, model: Model, models: Models): { field: RollupField; owner: Model } | undefined {
  const { owner, name } = findOwner(dotted, model, models)
  const field = owner?.fields.find((one) => one.name === name)
  return owner && field && isRollup(field) ? { field, owner } : undefined
}

function advise(dotted: string, field: RollupField, owner: Model): string {
  return (
    `No index can serve ${dotted}, a rollup that is computed for every record: add a criterion on an indexed field ` +
    `that few records meet, or keep the value in an indexed field of ${owner.name} that your application writes ` +
    `together with ${partsOf(field).relation}, and use that field instead.`
  )
}
