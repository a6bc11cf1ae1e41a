/** A record that somebody had open. Only where it is is kept: what it is called, the service says. */
export interface Recent {
  readonly model: string
  readonly id: number
}

const prefix = 'tabularium.recent.'
const most = 8

/** The records that a user had open in this browser, the last one first. */
export function readRecent(storage: Storage, user: number): Recent[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(`${prefix}${user}`) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Remembers that a record was opened. */
export function keepRecent(storage: Storage, user: number, { model, id }: Recent): void {
  const others = readRecent(storage, user).filter((each) => each.model !== model || each.id !== id)
  try {
    storage.setItem(`${prefix}${user}`, JSON.stringify([{ model, id }, ...others].slice(0, most)))
  } catch {
    // A full or forbidden storage remembers nothing.
  }
}

/** Forgets what anybody but one user had open; without a user, everything. */
export function forgetRecent(storage: Storage, user: number | undefined): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const name of names) if (name.startsWith(prefix) && name !== `${prefix}${user}`) storage.removeItem(name)
}

function isRecent(kept: unknown): kept is Recent {
  if (typeof kept !== 'object' || kept === null) return false
  const { model, id } = kept as { readonly [name: string]: unknown }
  return typeof model === 'string' && Number.isSafeInteger(id)
}
