import type { Refusal } from './Calls.ts'

/** The members of a failure that say which records it is about. */
interface FailureLike {
  readonly message: string
  readonly errors?: Readonly<Record<string, string>> | undefined
  readonly data?: { readonly index?: number | undefined; readonly referrers?: readonly string[] | undefined }
}

/** Which records of a call a failure refuses, by their position in it; none if it is not about single records. */
export function readRefusals({ message, errors, data }: FailureLike): ReadonlyMap<number, readonly Refusal[]> {
  const found = new Map<number, Refusal[]>()
  for (const [path, fault] of Object.entries(errors ?? {})) {
    const [, index, field] = /^(\d+)(?:\.(.+))?$/.exec(path) ?? []
    if (index === undefined) continue
    const at = Number(index)
    found.set(at, [...(found.get(at) ?? []), { field, message: fault }])
  }
  if (found.size === 0 && data?.index !== undefined) {
    const { index, referrers } = data
    found.set(index, [{ field: undefined, message, ...(referrers ? { referrers } : {}) }])
  }
  return found
}

/**
 * What is wrong with the values themselves, by field: a fault that each of the records has. A service names a limited
 * number of faults at once, so it is enough that the first `many` records have it.
 */
export function faultsOfAll(
  refusals: ReadonlyMap<number, readonly Refusal[]>,
  records: number,
  many: number,
): Readonly<Record<string, string>> | undefined {
  const [first] = refusals.values()
  if (!first || refusals.size < Math.min(records, many)) return undefined
  const isSame = [...refusals.values()].every((each) => JSON.stringify(each) === JSON.stringify(first))
  const named = first.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message] as const]))
  return isSame && named.length > 0 ? Object.fromEntries(named) : undefined
}
