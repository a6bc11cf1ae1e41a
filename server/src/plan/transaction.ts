import type { SentStep, TransactionCall } from '../call/TransactionCall.ts'
import { Failure, withIndex } from '../failure/failure.ts'
import type { Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { permit } from '../permission/permit.ts'
import { parseTarget } from './bulk.ts'
import { Faults } from './Faults.ts'
import { modelsLookedIn, namedIn, type NamedRecords } from './namedRecords.ts'
import { planChange, planNew } from './parseWrites.ts'
import type { CreatePlan, DeletePlan, UpdatePlan, WriteContext } from './Plan.ts'
import { PlannedRows, type RefusedRows } from './RefusedRows.ts'

/** Writes records of several models, all of them or none. */
export interface TransactionPlan {
  readonly operation: 'transaction'
  readonly steps: readonly TransactionStep[]
  /** The operations if some are refused already; `steps` is empty then. */
  readonly refused?: RefusedRows<TransactionStep>
  readonly context: WriteContext
}

/** One operation of a transaction. */
export interface TransactionStep {
  /** Its index in the request. */
  readonly index: number
  readonly plan: CreatePlan | UpdatePlan | (DeletePlan & { readonly version: number })
  /** The operations whose new records it refers to. */
  readonly uses: readonly number[]
  /** The models whose records it names by a key. */
  readonly looksIn: readonly string[]
}

/** What planning a transaction needs besides the call. */
export interface TransactionContext {
  readonly models: Models
  /** The most operations of one call. */
  readonly maxBulk: number
}

/** Plans the operations of a transaction, each with the rights that it needs alone. Reports all faults at once. */
export function planTransaction(
  { steps, onConflict, requestId, dryRun, idempotency }: TransactionCall,
  authorization: Authorization,
  { models, maxBulk }: TransactionContext,
): TransactionPlan {
  if (steps.length > maxBulk) {
    const fault = `must have at most ${maxBulk} operations`
    throw new Failure('invalid-record', `The request was not accepted: data ${fault}.`, { errors: { data: fault } })
  }
  const faults = new Faults()
  const names = new Map<string, { index: number; model: string }>()
  const rows = new PlannedRows<TransactionStep>(faults)
  for (const [index, sent] of steps.entries()) {
    const at = { models, context: { authorization, requestId, dryRun }, faults, path: `${index}.`, named: names }
    rows.add(() => atIndex(index, () => planStep(sent, index, onConflict, at)))
    addName(sent, index, names, faults)
  }
  const planned = rows.all.filter((step) => step !== undefined)
  addRepeatedFaults(planned, faults)
  const refused = rows.toRefused()
  const context = { authorization, requestId, dryRun, ...(idempotency ? { idempotency } : {}) }
  return { operation: 'transaction', steps: refused ? [] : planned, ...(refused ? { refused } : {}), context }
}

interface StepContext {
  readonly models: Models
  readonly context: WriteContext
  readonly faults: Faults
  readonly path: string
  readonly named: NamedRecords
}

function planStep(
  { action, model: name, record }: SentStep,
  index: number,
  onConflict: UpdatePlan['onConflict'],
  at: StepContext,
): TransactionStep {
  const model = permit(name, [action], at.context.authorization.rights)
  if (action === 'delete') {
    const target = parseTarget(record, at.path, at.faults)
    return { index, plan: { operation: 'delete', model, ...target, context: at.context }, uses: [], looksIn: [] }
  }
  const of = { ...at, model }
  const plan = action === 'create' ? planNew(record, of) : { ...planChange(record, of), onConflict }
  return { index, plan, uses: namedIn(plan), looksIn: [...new Set(modelsLookedIn(plan))] }
}

/** Makes the name of a new record known to the operations after it. */
function addName(
  { as, model }: SentStep,
  index: number,
  names: Map<string, { index: number; model: string }>,
  faults: Faults,
): void {
  if (as === undefined) return
  const first = names.get(as)
  if (first) faults.set(`${index}.as`, `repeats the name of operation ${first.index}: give each record its own name`)
  else names.set(as, { index, model })
}

/** Adds a fault for every record that is named a second time: one of two changes would hide the other. */
function addRepeatedFaults(steps: readonly TransactionStep[], faults: Faults): void {
  const seen = new Set<string>()
  for (const { index, plan } of steps) {
    if (plan.operation === 'create') continue
    const key = `${plan.model.name} ${plan.id}`
    if (seen.has(key)) faults.set(`${index}.id`, 'repeats the id of an earlier operation: write each record once')
    seen.add(key)
  }
}

function atIndex<T>(index: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof Failure && !error.details.errors ? withIndex(error, index) : error
  }
}
