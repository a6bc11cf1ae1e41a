import { Failure } from '../../failure/failure.ts'
import { requireAuthorized } from '../../statement/authorization/authCheck.ts'
import {
  changeSetRecordsStatement,
  readChangeSetStatement,
  type StoredChangeSet,
} from '../../statement/service/listChangeSets.ts'
import type { ReadSteps } from '../write/record/rowRules.ts'
import type { UndoTarget } from './UndoResult.ts'

/** A change set as its caller sees it. */
export interface SeenChangeSet {
  readonly set: StoredChangeSet
  /** Its records, those that were written last first. The caller may not see all of them. */
  readonly targets: readonly UndoTarget[]
  /** How many of its records the journal has lost. */
  readonly forgotten: number
}

/** Loads a change set of the caller, or any for an administrator, without models that the caller can't read. */
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
  return { set: withKnownModels(set, steps), targets, forgotten }
}

/** The change set without the names of models that the caller may not know. */
export function withKnownModels(set: StoredChangeSet, { authorization }: Pick<ReadSteps, 'authorization'>) {
  return { ...set, models: set.models.filter((name) => authorization.rights.known.find(name)) }
}

/** Records that follow each other and are of one model. */
export function toGroups(targets: readonly UndoTarget[], maxInGroup: number): UndoTarget[][] {
  const groups: UndoTarget[][] = []
  for (const target of targets) {
    const last = groups.at(-1)
    if (last && last.length < maxInGroup && last[0]?.model === target.model) last.push(target)
    else groups.push([target])
  }
  return groups
}

function noSuchSet(id: number): Failure {
  return new Failure('record-not-found', `There is no change set ${id}, or it is not yours.`)
}
