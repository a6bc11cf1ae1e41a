/** A record that can be selected, at the version that is seen. */
export interface Selectable {
  readonly id: number
  readonly version: number
}

/** What is selected in a list, over all of its pages. */
export interface Selection {
  /** Whether everything that matches is meant. Then no record is named. */
  readonly isAll: boolean
  /** The selected records, with the versions that were seen. */
  readonly versions: ReadonlyMap<number, number>
  /** Where a range begins, and what was selected before it. */
  readonly anchor: number | undefined
  readonly before: ReadonlyMap<number, number>
}

/** What can be done to a selection. */
export type SelectionStep =
  | { readonly does: 'toggle'; readonly row: Selectable; readonly rows: readonly Selectable[] }
  /** Selects what is between the anchor and a row; without an anchor on this page, from `from` on. */
  | { readonly does: 'range'; readonly from: Selectable; readonly to: Selectable; readonly rows: readonly Selectable[] }
  /** Selects all rows of a page, or none of them if all are selected. */
  | { readonly does: 'page'; readonly rows: readonly Selectable[] }
  | { readonly does: 'all' }
  | { readonly does: 'none' }

/** Nothing is selected. */
export const noSelection: Selection = { isAll: false, versions: new Map(), anchor: undefined, before: new Map() }

/** A selection after a step. */
export function select(selection: Selection, step: SelectionStep): Selection {
  switch (step.does) {
    case 'none':
      return noSelection
    case 'all':
      return { ...noSelection, isAll: true }
    case 'page':
      return selectPage(selection, step.rows)
    case 'toggle':
      return toggle(selection, step.row, step.rows)
    case 'range':
      return selectRange(selection, step)
  }
}

/** Whether a record is selected. */
export function isSelected({ isAll, versions }: Selection, id: number): boolean {
  return isAll || versions.has(id)
}

/** The selected records by the versions that are seen now: those of a page that is in sight may be newer. */
export function namesOf({ versions }: Selection, rows: readonly Selectable[]): Selectable[] {
  const seen = new Map(rows.map(({ id, version }) => [id, version]))
  return [...versions].map(([id, version]) => ({ id, version: seen.get(id) ?? version }))
}

/** Taking one out of all that match leaves the other ones of its page. */
function toggle(selection: Selection, { id, version }: Selectable, rows: readonly Selectable[]): Selection {
  const versions = new Map(selection.isAll ? toPairs(rows) : selection.versions)
  if (!versions.delete(id)) versions.set(id, version)
  return { isAll: false, versions, anchor: id, before: versions }
}

function selectPage(selection: Selection, rows: readonly Selectable[]): Selection {
  const isWhole = rows.length > 0 && rows.every(({ id }) => isSelected(selection, id))
  const versions = new Map(selection.versions)
  for (const { id, version } of rows)
    if (isWhole) versions.delete(id)
    else versions.set(id, version)
  return { isAll: false, versions, anchor: undefined, before: versions }
}

function selectRange(selection: Selection, step: SelectionStep & { does: 'range' }): Selection {
  if (selection.isAll) return selection
  const { rows, from, to } = step
  const at = (wanted: number | undefined) => rows.findIndex(({ id }) => id === wanted)
  const isAnchored = at(selection.anchor) >= 0
  const anchor = isAnchored ? selection.anchor : from.id
  const before = isAnchored ? selection.before : selection.versions
  const [start = 0, end = 0] = [at(anchor), at(to.id)].sort((a, b) => a - b)
  return { isAll: false, versions: new Map([...before, ...toPairs(rows.slice(start, end + 1))]), anchor, before }
}

function toPairs(rows: readonly Selectable[]): [number, number][] {
  return rows.map(({ id, version }) => [id, version])
}
