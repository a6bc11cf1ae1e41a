/** What a tab has written to several records: the change sets that stand, and the undos of others. */
export interface TabSets {
  readonly done: readonly number[]
  /** The last undo first undone again is the last one here. */
  readonly undone: readonly { readonly set: number; readonly by: number }[]
}

/** Nothing was written. */
export const noSets: TabSets = { done: [], undone: [] }

/** How many are kept. */
const most = 20

/** The sets after a request that was answered. An undo takes one away, and the undo of an undo brings it back. */
export function addSet(
  { done, undone }: TabSets,
  { method, path }: { readonly method: string; readonly path: string },
  answer: string,
): TabSets {
  if (method === 'GET' || !answer.includes('"changeSet":') || /[?&]dryRun=true/.test(path)) return { done, undone }
  const id = setOf(answer)
  if (id === undefined || done.includes(id)) return { done, undone }
  const of = Number(/\/ws\/changes\/sets\/(\d+)\/undo/.exec(path)?.[1])
  const again = undone.find(({ by }) => by === of)
  if (again) return { done: [...done, again.set].slice(-most), undone: undone.filter((each) => each !== again) }
  if (done.includes(of)) return { done: done.filter((each) => each !== of), undone: [...undone, { set: of, by: id }] }
  return { done: [...done, id].slice(-most), undone: [] }
}

function setOf(answer: string): number | undefined {
  try {
    const { changeSet, dryRun } = JSON.parse(answer) as { readonly changeSet?: unknown; readonly dryRun?: unknown }
    return typeof changeSet === 'number' && dryRun !== true ? changeSet : undefined
  } catch {
    return undefined
  }
}
