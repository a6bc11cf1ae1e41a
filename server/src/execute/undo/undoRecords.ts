import { Failure } from '../../failure/failure.ts'
import { clashCodes } from '../../failure/failureCodes.ts'
import { requireAt } from '../../failure/invariant.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import type { Past } from '../../versions/Past.ts'
import { toUndo, type Undo } from '../../versions/toUndo.ts'
import { lockInOrder } from '../write/lock/lockInOrder.ts'
import type { WriteTransaction } from '../write/WriteTransaction.ts'
import { toShownClash } from '../conflict.ts'
import { isSeen, loadPasts } from './loadPasts.ts'
import { toGroups } from './loadTargets.ts'
import { recreateDeleted } from './recreateDeleted.ts'
import { changeBack, deleteAgain, type UndoItem, type Undone } from './undoSteps.ts'
import type { UndoClash, UndoResult, UndoTarget } from './UndoResult.ts'

/** How many records are compared and written at a time: what an undo keeps in memory does not grow with its size. */
const maxInGroup = 1_000

/** The refusals of a record that may come to an end when others have gone back: they are tried again. */
const mayChange: ReadonlySet<Failure['code']> = new Set([...clashCodes, 'still-referenced', 'invalid-record'])

/** The refusals that are about one record. All others fail the whole undo. */
const isAboutRecord: ReadonlySet<Failure['code']> = new Set([
  ...mayChange,
  'not-permitted',
  'record-not-found',
  'version-conflict',
  'too-many-affected',
])

/**
 * Undoes the writes of records, which are given in the reverse order of the writes: so nothing is needed that is not
 * there yet. What is refused nevertheless is tried again after the others, until nothing more succeeds.
 */
export async function undoRecords(
  targets: readonly UndoTarget[],
  context: WriteContext,
  tx: WriteTransaction,
): Promise<UndoResult> {
  await lockTargets(targets, tx)
  const result: UndoResult = { undone: [], clashes: [], failures: [] }
  let waiting = targets
  for (;;) {
    const refused = await undoOnce(waiting, context, tx, result)
    if (refused.length < waiting.length && refused.some(({ failure }) => mayChange.has(failure.code))) {
      waiting = refused.map(({ item }) => item.target)
      continue
    }
    for (const one of refused) {
      result.clashes.push(toRefusedClash(one))
      result.failures.push(one.failure)
    }
    return result
  }
}

/** Locks the records, and those that a delete of them would change, before any of them is read. */
export function lockTargets(targets: readonly UndoTarget[], tx: WriteTransaction): Promise<void> {
  const byModel = [...Map.groupBy(targets, ({ model }) => model)]
  const deletes = byModel.map(([model, own]) => ({ model, ids: own.map(({ id }) => id) }))
  return lockInOrder({ deletes, isRead: true }, tx)
}

interface RefusedItem {
  readonly item: UndoItem
  readonly failure: Failure
}

async function undoOnce(
  targets: readonly UndoTarget[],
  context: WriteContext,
  tx: WriteTransaction,
  result: UndoResult,
): Promise<RefusedItem[]> {
  const refused: RefusedItem[] = []
  for (const group of toGroups(targets, maxInGroup)) {
    const items = await compareAll(group, context, tx)
    for (const { target, past, undo } of items) {
      const clash = findClash(target, past, undo)
      if (clash) result.clashes.push(clash)
    }
    const of = (is: Undo['is']) => items.filter(({ undo }) => undo.is === is)
    const unchanged = of('delete').filter(({ undo }) => undo.is === 'delete' && !undo.isChanged)
    // A record that goes takes its unique values with it, so that others can have them again.
    for (const [own, step] of [
      [unchanged, deleteAgain],
      [of('update'), changeBack],
      [of('recreate'), recreateDeleted],
    ] as const)
      for (const { item, outcome } of await tryEach(own, step, tx)) {
        if (outcome instanceof Failure) refused.push({ item, failure: outcome })
        else add(outcome, result)
      }
  }
  return refused
}

function add({ record, clashes: own }: Undone, { undone, clashes }: UndoResult): void {
  if (record) undone.push(record)
  clashes.push(...own)
}

/** Compares the records of one model that the caller sees. */
async function compareAll(
  targets: readonly UndoTarget[],
  context: WriteContext,
  tx: WriteTransaction,
): Promise<UndoItem[]> {
  const { model } = requireAt(targets, 0)
  const pasts = await loadPasts(targets, tx)
  return targets.flatMap((target, index): UndoItem[] => {
    const past = requireAt(pasts, index)
    return isSeen(past) ? [{ target, past, undo: toUndo(past, target, model), context }] : []
  })
}

/** What is known to be impossible before anything is tried. */
function findClash({ model, id }: UndoTarget, { current }: Past, undo: Undo): UndoClash | undefined {
  const record = { model: model.name, id, version: current?.version ?? null }
  if (undo.is === 'forgotten') return { ...record, reason: 'forgotten' }
  if (undo.is === 'deleted') return { ...record, reason: 'deleted', by: undo.by, on: undo.on }
  if (undo.is === 'delete' && undo.isChanged)
    return {
      ...record,
      reason: 'changed',
      conflicts: undo.clashes.map((clash) => toShownClash(clash, model, () => false)),
    }
  return undefined
}

/** Tries some records together, and if that is refused, in halves, until it is known which of them are refused. */
async function tryEach(
  items: readonly UndoItem[],
  step: (items: readonly UndoItem[], tx: WriteTransaction) => Promise<Undone[]>,
  tx: WriteTransaction,
): Promise<{ item: UndoItem; outcome: Undone | Failure }[]> {
  const [alone] = items
  if (!alone) return []
  try {
    const outcomes = await tx.attempt(() => step(items, tx))
    return items.map((item, index) => ({ item, outcome: requireAt(outcomes, index) }))
  } catch (error) {
    if (!(error instanceof Failure) || !isAboutRecord.has(error.code)) throw error
    if (items.length === 1) return [{ item: alone, outcome: error }]
    const middle = Math.ceil(items.length / 2)
    const first = await tryEach(items.slice(0, middle), step, tx)
    return [...first, ...(await tryEach(items.slice(middle), step, tx))]
  }
}

function toRefusedClash({ item: { target, past }, failure }: RefusedItem): UndoClash {
  const { errors, data = {} } = failure.details
  const { field, fields, constraint, referrers } = data
  return {
    model: target.model.name,
    id: target.id,
    version: past.current?.version ?? null,
    reason: 'refused',
    code: failure.code,
    message: failure.message,
    ...(errors ? { errors } : {}),
    ...Object.fromEntries(
      Object.entries({ field, fields, constraint, referrers }).filter(([, value]) => value !== undefined),
    ),
  }
}
