/**
 * The entry of a list at an index that must be within it. An entry that is missing is a mistake of ours: it must stop
 * the request, and not become a 0 or an empty text that is stored.
 */
export function requireAt<T>(list: readonly T[], index: number): T {
  if (!(index >= 0 && index < list.length))
    throw new RangeError(`There is no entry ${index} in a list of ${list.length}.`)
  return list[index] as T
}

/** A value that must be there, such as a column that is never null. */
export function requireValue<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new TypeError(`${what} is missing.`)
  return value
}
