import { typeOf } from '../model/field/fieldTypes.ts'
import type { Model } from '../model/Model.ts'
import type { Plain, PlainRecord } from './Past.ts'
import { Increment } from './plainValues.ts'

/** Three states of a record: as you read it, as it is now, and what you sent. */
interface States {
  readonly base: PlainRecord
  readonly current: PlainRecord
  readonly yours: PlainRecord
}

/**
 * Returns what you sent, with sets as what you add to them and remove from them: two changes of a set never clash. A
 * set that has your change already is the current one.
 */
export function byElement({ base, current, yours }: States, { fields }: Model): PlainRecord {
  const sets = fields.filter((field) => typeOf(field).multiple && Object.hasOwn(yours, field.name))
  if (sets.length === 0) return yours
  const changes = sets.map(({ name }) => [name, toChange(base[name], current[name], yours[name])])
  return { ...yours, ...Object.fromEntries(changes) }
}

function toChange(base: Plain, current: Plain, yours: Plain): Plain {
  if (yours instanceof Increment) return yours
  const [from, to, now] = [toSet(base), toSet(yours), toSet(current)]
  const add = to.filter((one) => !from.includes(one) && !now.includes(one))
  const remove = from.filter((one) => !to.includes(one) && now.includes(one))
  if (add.length + remove.length > 0) return new Increment({ add, remove })
  return from.length === to.length && from.every((one) => to.includes(one)) ? base : current
}

/** The elements of a set in the journal. A single choice that became several is a text there. */
function toSet(plain: Plain): unknown[] {
  return [plain ?? []].flat()
}
