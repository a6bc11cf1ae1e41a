import { optionsOf } from '../../batch/optionsOf.ts'
import type { Envelope } from '../../envelope/Envelope.ts'
import { requireAt } from '../../failure/invariant.ts'
import type { Model } from '../../model/Model.ts'
import type { ChangeSetPlan, ChangeSetsPlan } from '../../plan/UndoPlan.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import { requireAuthorized } from '../../statement/authorization/authCheck.ts'
import { listChangeSetsStatement, type StoredChangeSet } from '../../statement/service/listChangeSets.ts'
import { type HistoryEntry, toHistoryEntry } from '../../versions/historyEntry.ts'
import type { Past, Plain } from '../../versions/Past.ts'
import { netChanges, toIds } from '../../versions/toUndo.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { type ReadSteps, visibleAmong } from '../write/record/rowRules.ts'
import { isSeen, loadPasts } from './loadPasts.ts'
import { loadTargets, toGroups, withKnownModels } from './loadTargets.ts'
import type { UndoTarget } from './UndoResult.ts'

/** Answers a page of change sets, newest first, and whether there are more. */
export async function listChangeSets(plan: ChangeSetsPlan, services: ExecutionServices): Promise<Envelope> {
  const { authorization, filter, offset, limit } = plan
  const statement = listChangeSetsStatement(filter, { offset, limit }, authorization)
  const rows = requireAuthorized(await services.database.run(statement, 'read', optionsOf([authorization])))
  const sets = rows.map(([json]): StoredChangeSet => JSON.parse(json ?? ''))
  const data = sets.slice(0, limit).map((set) => toShownSet(withKnownModels(set, plan)))
  return { text: JSON.stringify({ status: 0, offset, data, more: sets.length > limit }) }
}

/** Answers a change set, and a page of its records with what changed, in the order in which they were written. */
export function showChangeSet(plan: ChangeSetPlan, services: ExecutionServices): Promise<Envelope> {
  const { id, authorization, offset, limit } = plan
  const show = async (transaction: Transaction): Promise<Envelope> => {
    const steps: ReadSteps = { authorization, services, transaction }
    const { set, targets } = await loadTargets(id, steps)
    const seen = await findFirst(targets.toReversed(), offset + limit + 1, steps)
    const page = seen.slice(offset, offset + limit)
    const pasts: Past[] = []
    for (const group of toGroups(page, maxInGroup)) pasts.push(...(await loadPasts(group, steps)))
    const data = await showRecords(page, pasts, set, steps)
    const more = seen.length > offset + limit
    return { text: JSON.stringify({ status: 0, offset, data, more, set: toShownSet(set) }) }
  }
  return services.database.transact('rollback', show, optionsOf([authorization], 'slow'))
}

/** How many records are looked at together. */
const maxInGroup = 1_000

/** The first records that the caller sees. If a rule decides that, they must be loaded to know. */
async function findFirst(targets: readonly UndoTarget[], count: number, steps: ReadSteps): Promise<UndoTarget[]> {
  const { visibility } = steps.authorization.rights
  const found: UndoTarget[] = []
  for (const group of toGroups(targets, maxInGroup)) {
    if (found.length >= count) break
    const pasts = visibility.rowsOf(requireAt(group, 0).model) ? await loadPasts(group, steps) : undefined
    found.push(...group.filter((_, index) => !pasts || isSeen(requireAt(pasts, index))))
  }
  return found.slice(0, count)
}

async function showRecords(
  page: readonly UndoTarget[],
  pasts: readonly Past[],
  set: StoredChangeSet,
  steps: ReadSteps,
): Promise<object[]> {
  const entries = page.map((target, index) => toNetEntry(target, requireAt(pasts, index), set))
  const seen = await loadSeenLinks(page, entries, steps)
  return page.map((target, index) => {
    const { readable } = requireAt(pasts, index)
    return toShownRecord(
      target,
      toHistoryEntry(requireAt(entries, index), target.model, readable, seen.get(target.model)),
    )
  })
}

function toShownRecord({ model, id }: UndoTarget, { version, operation, changes }: HistoryEntry): object {
  return { model: model.name, id, version, operation, changes }
}

/** The change set without what it does not have. */
function toShownSet({ name, undoes, undoneBy, ...set }: StoredChangeSet): object {
  const present = Object.entries({ name, undoes, undoneBy }).filter(([, value]) => value !== null)
  return { ...set, ...Object.fromEntries(present) }
}

/** The writes of a record as one entry. */
function toNetEntry({ model, first, last }: UndoTarget, { entries }: Past, { on, by, requestId }: StoredChangeSet) {
  const written = entries.filter(({ version }) => version >= first && version <= last)
  const [opens, closes] = [written[0]?.operation, written.at(-1)?.operation]
  const operation = opens === 'c' && closes !== 'd' ? opens : (closes ?? 'u')
  const changes = [...netChanges(written, model)].map(([field, { from, to, isSecret }]) => {
    const change: readonly [Plain, Plain] | null = isSecret ? null : [from, to]
    return [field, change] as const
  })
  return { version: last, operation, on, by, requestId, changes: Object.fromEntries(changes) }
}

type SeenIds = ReadonlyMap<string, ReadonlySet<number>>

/** Of the linked records in the changes, those that the caller sees, by model and relation. */
async function loadSeenLinks(
  page: readonly UndoTarget[],
  entries: readonly ReturnType<typeof toNetEntry>[],
  steps: ReadSteps,
): Promise<ReadonlyMap<Model, SeenIds>> {
  const seen = new Map<Model, SeenIds>()
  for (const model of new Set(page.map((target) => target.model))) {
    const own = new Map<string, ReadonlySet<number>>()
    for (const relation of model.relations) {
      if (relation.type !== 'links') continue
      const ids = entries.flatMap(({ changes }, index) =>
        page[index]?.model === model ? (changes[relation.name] ?? []).flatMap(toIds) : [],
      )
      own.set(relation.name, await visibleAmong(steps.services.models.get(relation.target), [...new Set(ids)], steps))
    }
    seen.set(model, own)
  }
  return seen
}
