import type { TransactionStep } from '../../plan/transaction.ts'

/** Operations of one kind on one model that are written together. */
export type StepGroup = readonly [TransactionStep, ...TransactionStep[]]

/**
 * Groups the operations of a transaction, so that many of them share a statement. The order of the request holds, with
 * one exception that can't be noticed: creates of different models may be swapped, unless one refers to the other,
 * or might by a key.
 * So pairs of an order and its line take two groups, not two for each pair.
 */
export function groupSteps(steps: readonly TransactionStep[]): StepGroup[] {
  const groups = new Map<string, [TransactionStep, ...TransactionStep[]]>()
  const levels: number[] = []
  /** The level of the last operation of each kind and model. */
  const last = new Map<string, number>()
  for (const step of steps) {
    const kind = kindOf(step)
    const level = levelOf(step, kind, last, levels)
    levels[step.index] = level
    last.set(kind, level)
    const key = `${level} ${kind}`
    const group = groups.get(key)
    if (group) group.push(step)
    else groups.set(key, [step])
  }
  return [...groups].sort(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).map(([, group]) => group)
}

/** Groups of a lower level are written first. */
function levelOf(step: TransactionStep, kind: string, last: ReadonlyMap<string, number>, levels: number[]): number {
  const before = [...last].flatMap(([other, level]) => {
    if (step.looksIn.some((model) => other.endsWith(` ${model}`))) return [level + 1]
    if (other === kind) return [level]
    return mayBeSwapped(kind, other) ? [] : [level + 1]
  })
  return Math.max(0, ...before, ...step.uses.map((index) => (levels[index] ?? 0) + 1))
}

function mayBeSwapped(kind: string, other: string): boolean {
  return kind.startsWith('create ') && other.startsWith('create ')
}

function kindOf({ plan }: TransactionStep): string {
  return `${plan.operation} ${plan.model.name}`
}
