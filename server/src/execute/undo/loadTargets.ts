import { Failure } from '../../failure.ts'
import type { Model } from '../../model/Model.ts'
import { requireAuthorized } from '../../statement/part/authCheck.ts'
import {
  changeSetRecordsStatement,
  readChangeSetStatement,
  type StoredChangeSet,
} from '../../statement/service/listChangeSets.ts'
import { type ReadSteps, visibleAmong } from '../transaction/rowRules.ts'
import type { UndoTarget } from './UndoResult.ts'

/** A change set as its caller sees it. */
export interface SeenChangeSet {
  readonly set: StoredChangeSet
  /** Its records, those that were written last first. */
  readonly targets: readonly UndoTarget[]
  /** How many of its records the journal has lost. */
  readonly forgotten: number
}

/** Loads a change set of the caller; any for an administrator. Records that the caller does not see are left out. */
export async function loadTargets(id: number, steps: ReadSteps): Promise<SeenChangeSet> {
  const { transaction, authorization, services } = steps
  const [found] = requireAuthorized(await transaction.run(readChangeSetStatement(id, authorization)))
  if (!found?.[0]) throw noSuchSet(id)
  const set: StoredChangeSet = JSON.parse(found[0])
  const rows = await transaction.run(changeSetRecordsStatement(id))
  const targets = rows.flatMap(([name, record, first, last]): UndoTarget[] => {
    const model = services.models.find(name ?? '')
    if (!model || !authorization.rights.visibility.models.find(model.name)) return []
    return [{ model, id: Number(record), first: Number(first), last: Number(last) }]
  })
  const forgotten = Math.max(0, set.records - rows.length)
  return { set: withKnownModels(set, steps), targets: await onlySeen(targets, steps), forgotten }
}

/** The change set without the names of models that the caller may not know. */
export function withKnownModels(set: StoredChangeSet, { authorization }: Pick<ReadSteps, 'authorization'>) {
  return { ...set, models: set.models.filter((name) => authorization.rights.known.find(name)) }
}

/** The visibility of a deleted record can't be decided if it depends on values: such records are left out. */
async function onlySeen(targets: readonly UndoTarget[], steps: ReadSteps): Promise<UndoTarget[]> {
  const seen = new Map<Model, Set<number>>()
  for (const [model, own] of Map.groupBy(targets, ({ model: one }) => one)) {
    const ids = own.map(({ id }) => id)
    seen.set(model, await visibleAmong(model, ids, steps))
  }
  return targets.filter(({ model, id }) => seen.get(model)?.has(id))
}

function noSuchSet(id: number): Failure {
  return new Failure('record-not-found', `There is no change set ${id}, or it is not yours.`)
}
