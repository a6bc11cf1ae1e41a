/**
 * Returns the entry of a list at an index that must exist. A missing entry is a bug: it must stop the request, and must
 * not be stored as a 0 or an empty text.
 */
export function requireAt<T>(list: readonly T[], index: number): T {
  if (!(index >= 0 && index < list.length))
    throw new RangeError(`There is no entry ${index} in a list of ${list.length}.`)
  return list[index] as T
}

/** Returns a value that must exist, such as that of a column that is never null. */
export function requireValue<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new TypeError(`${what} is missing.`)
  return value
}
