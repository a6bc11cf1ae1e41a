import { Failure, withDetails } from '../../../failure/failure.ts'
import { pathDetails } from '../../../statement/refusal/Reason.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'

/** One record of a write, and its path in the request: `1.contacts.0.`. */
export interface WriteItem {
  readonly plan: CreatePlan | UpdatePlan
  readonly path: string
}

/** Adds the path of a record in the request to its failure. */
export function atPath(error: Failure, path: string): Failure
export function atPath(error: unknown, path: string): unknown
export function atPath(error: unknown, path: string): unknown {
  if (!(error instanceof Failure) || path === '') return error
  const { errors } = error.details
  if (!errors) return withDetails(error, { data: pathDetails(path) })
  const items = Object.entries(errors).map(([field, message]) => [`${path}${field}`, message])
  return withDetails(error, { data: pathDetails(path), errors: Object.fromEntries(items) })
}

/** Does something with each record. The failure of the first that fails names those of the others, too. */
export function forEachRow<Item extends WriteItem>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): void {
  const failures: unknown[] = []
  for (const [index, item] of items.entries())
    try {
      work(item, index)
    } catch (error) {
      failures.push(atPath(error, item.path))
    }
  const [first, ...others] = failures
  if (failures.length === 0) return
  throw first instanceof Failure ? first.along(others.filter((one) => one instanceof Failure)) : first
}
