/** Which groups are open, and how many pages of them are shown. */
export interface Folds {
  /** What somebody opened or folded, by the keys of groups. */
  readonly chosen: ReadonlyMap<string, boolean>
  /** Whether the groups of a level are open otherwise, as far as that is decided. */
  readonly levels: readonly (boolean | undefined)[]
  readonly pages: ReadonlyMap<string, number>
}

export type FoldStep =
  | { readonly does: 'fold'; readonly key: string; readonly isOpen: boolean }
  | { readonly does: 'all'; readonly level: number; readonly isOpen: boolean }
  /** Decides how a level begins, once it is known how many groups it has. */
  | { readonly does: 'begin'; readonly level: number; readonly isOpen: boolean }
  | { readonly does: 'more'; readonly key: string }

/** Nothing is decided. */
export const noFolds: Folds = { chosen: new Map(), levels: [], pages: new Map() }

/** With more groups in sight, they begin folded. */
export const mostOpen = 8

/** The state after a step. */
export function fold(folds: Folds, step: FoldStep): Folds {
  switch (step.does) {
    case 'fold':
      return { ...folds, chosen: new Map(folds.chosen).set(step.key, step.isOpen) }
    case 'all': {
      const others = [...folds.chosen].filter(([key]) => levelOf(key) !== step.level)
      return { ...folds, chosen: new Map(others), levels: withLevel(folds.levels, step) }
    }
    case 'begin':
      return { ...folds, levels: withLevel(folds.levels, step) }
    case 'more':
      return { ...folds, pages: new Map(folds.pages).set(step.key, pagesOf(folds, step.key) + 1) }
  }
}

/** Whether a group is open. */
export function isOpen({ chosen, levels }: Folds, key: string): boolean {
  return chosen.get(key) ?? levels[levelOf(key)] ?? false
}

/** How many pages of a group are shown. */
export function pagesOf({ pages }: Folds, key: string): number {
  return pages.get(key) ?? 1
}

/** The key of a group in the group with another key; that of none is empty. */
export function keyOf(parent: string, value: unknown): string {
  const values = parent === '' ? [] : (JSON.parse(parent) as unknown[])
  return JSON.stringify([...values, value])
}

function levelOf(key: string): number {
  return (JSON.parse(key) as unknown[]).length - 1
}

function withLevel(levels: Folds['levels'], { level, isOpen: now }: { level: number; isOpen: boolean }) {
  return Array.from({ length: Math.max(levels.length, level + 1) }, (_, at) => (at === level ? now : levels[at]))
}
