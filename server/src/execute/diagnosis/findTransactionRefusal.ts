import { Failure } from '../../failure/failure.ts'
import { requireValue } from '../../failure/invariant.ts'
import type { Model } from '../../model/Model.ts'
import { withCreatedIds } from '../../plan/namedRecords.ts'
import { Problems } from '../../plan/Problems.ts'
import type { PlannedRow, RefusedRows } from '../../plan/RefusedRows.ts'
import type { TransactionPlan, TransactionStep } from '../../plan/transaction.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { withoutKey } from '../inTransaction.ts'
import { groupSteps, type StepGroup } from '../write/groupSteps.ts'
import { lockSteps } from '../write/lock/lockSteps.ts'
import { mergeSteps } from '../write/merge/mergeSteps.ts'
import type { DiagnosedRow } from './askRows.ts'
import { type Diagnosis, diagnose } from './Diagnosis.ts'
import { diagnoseRows, tryRows } from './diagnoseRows.ts'
import { toIndex } from './toIndex.ts'

/** The failure with everything that is wrong with the operations of a transaction; undefined if nothing is. */
export async function findTransactionRefusal(
  plan: TransactionPlan,
  services: ExecutionServices,
  { problems: known, rows }: RefusedRows<TransactionStep> = { problems: new Problems(), rows: toRows(plan) },
): Promise<Failure | undefined> {
  const right = rows.flatMap(({ plan: step, wrong }) => (wrong.size === 0 ? [step] : []))
  const plans = right.flatMap(({ plan: own }) => (own.operation === 'delete' ? [] : [own]))
  const problems = await diagnose(known, plans, plan.context, services, async (diagnosis) => {
    await new StepsDiagnosis(rows, plan, diagnosis).run(right)
  })
  return problems.size === 0 ? undefined : problems.toFailure()
}

function toRows({ steps }: TransactionPlan): PlannedRow<TransactionStep>[] {
  return steps.map((plan) => ({ plan, path: `${plan.index}.`, wrong: new Set() }))
}

/** The operations of a transaction in their order. Those with which nothing is wrong take effect for the others. */
class StepsDiagnosis {
  readonly #rows: ReadonlyMap<number, PlannedRow<TransactionStep>>
  readonly #context: TransactionPlan['context']
  readonly #diagnosis: Diagnosis
  /** The ids of new records, by operation. */
  readonly #ids = new Map<number, number>()
  /** The operations that made or changed records, by model and id. */
  readonly #made = new Map<string, number>()

  constructor(
    rows: readonly PlannedRow<TransactionStep>[],
    { context }: Pick<TransactionPlan, 'context'>,
    diagnosis: Diagnosis,
  ) {
    this.#rows = new Map(rows.map((row) => [row.plan.index, row]))
    this.#context = context
    this.#diagnosis = { ...diagnosis, madeAt: (model, id) => this.#made.get(toKey(model, id)) }
  }

  async run(right: readonly TransactionStep[]): Promise<void> {
    const { tx } = this.#diagnosis
    await lockSteps(right, tx)
    const merged = new Map((await this.#merge(right)).map((step) => [step.index, step]))
    const steps = [...this.#rows.values()].map(({ plan }) => merged.get(plan.index) ?? plan)
    for (const group of groupSteps(steps)) await this.#runGroup(group)
  }

  /** A change that can't be merged stays as it is. */
  async #merge(steps: readonly TransactionStep[]): Promise<readonly TransactionStep[]> {
    const { tx, problems } = this.#diagnosis
    try {
      return (await mergeSteps(steps, tx)).steps
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'unavailable') throw error
      problems.addFailure(error)
      return steps
    }
  }

  async #runGroup(group: StepGroup): Promise<void> {
    const rows = group.filter((step) => this.#canTry(step)).map((step) => this.#rowOf(step))
    const deletes = rows.flatMap(({ plan, path }) => (plan.operation === 'delete' ? [{ ...plan, path }] : []))
    const writes = rows.flatMap(({ plan, ...row }): DiagnosedRow[] =>
      plan.operation === 'delete' ? [] : [{ ...row, plan: withCreatedIds(plan, this.#ids) }],
    )
    const { model } = group[0].plan
    const { tx } = this.#diagnosis
    const remove = async (some: readonly (typeof deletes)[number][]) => {
      await tx.remove(model, some, withoutKey(this.#context))
      return some
    }
    await tryRows(deletes, remove, this.#diagnosis)
    for (const [path, { id }] of await diagnoseRows(writes, this.#diagnosis)) {
      const index = requireValue(toIndex(path), 'The index of an operation')
      this.#ids.set(index, id)
      this.#made.set(toKey(model, id), index)
    }
  }

  #rowOf(step: TransactionStep): PlannedRow<TransactionStep['plan']> {
    const { path, wrong } = requireValue(this.#rows.get(step.index), 'A planned operation')
    return { path, wrong, plan: step.plan }
  }

  /** Whether all records that an operation refers to were made. */
  #canTry({ index, uses }: TransactionStep): boolean {
    const { problems } = this.#diagnosis
    const missing = uses.filter((used) => !this.#ids.has(used))
    if (missing.length === 0) return true
    const because = missing.find((used) => problems.has(used))
    if (because === undefined) problems.isComplete = false
    else if (!problems.has(index)) problems.addNotTried(index, because)
    return false
  }
}

function toKey({ name }: Model, id: number): string {
  return `${name} ${id}`
}
