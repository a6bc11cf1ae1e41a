/** A contact in the memory of a test: its own fields, and the ids of its tags in order. */
export interface PlainContact {
  readonly firstName: string
  readonly status: string
  readonly vip: boolean | null
  readonly tags: readonly number[]
}

/** A state of a contact; undefined if it does not exist. */
export type PlainState = PlainContact | undefined

/** A change set: each of its contacts before and after it. */
export type PlainSet = ReadonlyMap<number, { readonly before: PlainState; readonly after: PlainState }>

/** What an undo does: the new states of the contacts that it writes, and the contacts of which something clashes. */
export interface PlainOutcome {
  readonly written: ReadonlyMap<number, PlainState>
  readonly clashing: ReadonlySet<number>
}

const fields = ['firstName', 'status', 'vip'] as const

/** Says what an undo must do, stated a second time, without a journal: by comparing three states as a person would. */
export function undoPlainly(set: PlainSet, current: ReadonlyMap<number, PlainContact>): PlainOutcome {
  const written = new Map<number, PlainState>()
  const clashing = new Set<number>()
  for (const [id, { before, after }] of set) {
    const now = current.get(id)
    if (before && after) {
      if (!now) {
        clashing.add(id)
        continue
      }
      const back = changeBack(before, after, now)
      if (back.clashes) clashing.add(id)
      if (!areEqual(back.state, now)) written.set(id, back.state)
    } else if (before && !now) written.set(id, before)
    else if (after && !before && now) {
      if (areEqual(now, after)) written.set(id, undefined)
      else clashing.add(id)
    }
  }
  return { written, clashing }
}

function changeBack(before: PlainContact, after: PlainContact, now: PlainContact) {
  let clashes = false
  const state: Record<string, unknown> = { ...now }
  for (const field of fields) {
    if (before[field] === after[field] || now[field] === before[field]) continue
    if (now[field] === after[field]) state[field] = before[field]
    else clashes = true
  }
  const added = after.tags.filter((tag) => !before.tags.includes(tag))
  const removed = before.tags.filter((tag) => !after.tags.includes(tag))
  const left = now.tags.filter((tag) => !added.includes(tag))
  state['tags'] = [...new Set([...left, ...removed])].sort((a, b) => a - b)
  return { state: state as unknown as PlainContact, clashes }
}

function areEqual(a: PlainState, b: PlainState): boolean {
  return JSON.stringify(toList(a)) === JSON.stringify(toList(b))
}

function toList(state: PlainState): unknown {
  return state && [state.firstName, state.status, state.vip, state.tags]
}
