import type { Field } from '../../model/field/Field.ts'
import { isStored, typeOf } from '../../model/field/fieldTypes.ts'
import { isFormula } from '../../model/field/formula.ts'
import { isRollup, partsOf } from '../../model/field/rollup.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import type { SearchShape } from '../../plan/SearchShape.ts'
import { findOwner } from './findOwner.ts'

/**
 * What to do about criteria, sorts and figures with a rollup or a formula that is computed at read: it has no column,
 * so that no index can contain it.
 */
export function adviseComputed(shape: SearchShape, model: Model, models: Models): string[] {
  const { all, inside, sort, aggregated = [] } = shape
  // Sorts by another record are advised about elsewhere: a stored number would not help them.
  const own = sort.map((key) => key.replace(/^-/, '')).filter((key) => !key.includes('.'))
  const used = [...all, ...inside].map(({ field }) => field)
  return [...new Set([...used, ...own, ...aggregated])].flatMap((dotted) => {
    const computed = findComputed(dotted, model, models)
    return computed ? advise(dotted, computed.field, computed.owner) : []
  })
}

/** Whether a name leads to a field that is computed when it is read. */
export function isComputedAtRead(dotted: string, model: Model, models: Models): boolean {
  return findComputed(dotted, model, models) !== undefined
}

function findComputed(dotted: string, model: Model, models: Models): { field: Field; owner: Model } | undefined {
  const { owner, name } = findOwner(dotted, model, models)
  const field = owner?.fields.find((one) => one.name === name)
  return owner && field && !isStored(field) ? { field, owner } : undefined
}

const narrow = 'add a criterion on an indexed field that few records meet'

function advise(dotted: string, field: Field, owner: Model): string[] {
  if (isRollup(field))
    return [
      `No index can serve ${dotted}, a rollup that is computed for every record: ${narrow}, or keep the value in an ` +
        `indexed field of ${owner.name} that your application writes together with ${partsOf(field).relation}, ` +
        'and use that field instead.',
    ]
  if (!isFormula(field)) return []
  const sources = typeOf(field).uses?.(field) ?? []
  const instead = sources.length === 0 ? '' : `, or compare what it is computed from: ${sources.join(', ')}`
  return [`No index can serve ${dotted}, a formula that is computed for every record: ${narrow}${instead}.`]
}
