const prefix = 'tabularium.picked.'
const most = 5

/** The records of a model that a user has chosen in pickers of this browser, the last one first: their ids alone. */
export function readPicked(storage: Storage, user: number, model: string): number[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(`${prefix}${user}.${model}`) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is number => Number.isSafeInteger(id)).slice(0, most) : []
  } catch {
    return []
  }
}

/** Remembers that a record was chosen. */
export function keepPicked(storage: Storage, user: number, model: string, id: number): void {
  const others = readPicked(storage, user, model).filter((each) => each !== id)
  try {
    storage.setItem(`${prefix}${user}.${model}`, JSON.stringify([id, ...others].slice(0, most)))
  } catch {
    // A full or forbidden storage remembers nothing.
  }
}

/** Forgets what anybody but one user has chosen; without a user, everything. */
export function forgetPicked(storage: Storage, user: number | undefined): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const name of names)
    if (name.startsWith(prefix) && !name.startsWith(`${prefix}${user}.`)) storage.removeItem(name)
}
