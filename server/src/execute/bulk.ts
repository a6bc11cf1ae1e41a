import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import { jsonMember } from '../text/json.ts'
import type { SaveManyPlan, UpdateMatchingPlan, DeleteManyPlan } from '../plan/BulkPlan.ts'
import { toChange } from '../plan/toChange.ts'
import { Rejected } from '../postgres/errors.ts'
import type { CreatedAll } from '../statement/record/createdAll.ts'
import { lockMatchingStatement } from '../statement/lockMatching.ts'
import { tellAll } from './diagnosis/Diagnosis.ts'
import { findRefusal } from './diagnosis/findRefusal.ts'
import { inTransaction, withExtraMembers, withoutKey, writeInTransaction } from './inTransaction.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { hashAhead } from './hashPasswords.ts'
import { pathOf } from './pathOf.ts'
import { previewChanges, previewMany, showTitles } from './previewChanges.ts'
import { withoutNewIds } from './withoutNewIds.ts'

/** Creates and updates many records, all of them or none. If some are refused, the failure has all that is wrong. */
export async function saveMany(plan: SaveManyPlan, services: ExecutionServices): Promise<Envelope> {
  const { plans, context } = plan
  const rows = () => plans.map((one, index) => ({ plan: one, path: `${index}.`, wrong: new Set<string>() }))
  const created = pathOf(plan) === 'statement' ? await createInOneStatement(plans, services) : undefined
  if (created && 'json' in created) return toCreatedEnvelope(created)
  if (created) {
    const refusal = await findRefusal(rows(), context, services)
    if (refusal) throw refusal
  }
  return saveInTransaction(plan, services).catch((error: unknown) =>
    tellAll(error, () => findRefusal(rows(), context, services)),
  )
}

function saveInTransaction(plan: SaveManyPlan, services: ExecutionServices): Promise<Envelope> {
  const { plans, context } = plan
  return writeInTransaction(plans, { ...context, changeSet: plan.changeSet ?? 'bulk' }, services, async (tx) => {
    if (plan.show !== undefined) return previewMany(plan, plan.show, tx)
    const written = await tx.write(plans.map((plan, index) => ({ plan, path: `${index}.` })))
    const texts = written.map(({ json }) => (context.dryRun ? withoutNewIds(json, plan, tx.writtenRecords) : json))
    return { data: texts.join() }
  })
}

function toCreatedEnvelope({ json, changeSet }: CreatedAll): Envelope {
  return toDataEnvelope({ data: json, extraMembers: jsonMember('changeSet', changeSet) })
}

/** Creates records without relations in one statement. Returns those that are refused; all of them if it is unknown. */
async function createInOneStatement(
  plans: SaveManyPlan['plans'],
  { run }: ExecutionServices,
): Promise<CreatedAll | readonly object[]> {
  try {
    return await run.createAll(plans.filter((plan) => plan.operation === 'create'))
  } catch (error) {
    if (error instanceof Rejected) return plans
    throw error
  }
}

/** Deletes many records, each at its version, all of them or none. */
export async function deleteMany(
  { model, targets, show, context }: DeleteManyPlan,
  services: ExecutionServices,
): Promise<Envelope> {
  return inTransaction({ ...context, changeSet: 'removeAll' }, services, async (tx) => {
    const titles = show === undefined ? undefined : await showTitles(model, targets, show, tx)
    await tx.remove(
      model,
      targets.map((target, index) => ({ ...target, path: `${index}.` })),
      withoutKey(context),
    )
    return titles ?? { data: targets.map(({ id }) => id).join() }
  })
}

/** Changes all records that meet a condition, unless there are more than `maxAffected`. */
export async function updateMatching(plan: UpdateMatchingPlan, services: ExecutionServices): Promise<Envelope> {
  const { model, fields, values, lookups, unhashed, increments, maxAffected, show, context } = plan
  await hashAhead([plan], services)
  return inTransaction({ ...context, changeSet: 'updateMass' }, services, async (tx) => {
    const rows = await tx.transaction.run(lockMatchingStatement(plan, services.models))
    if (rows.length > maxAffected)
      throw new Failure(
        'too-many-affected',
        `More than ${maxAffected} records meet the criteria. ` +
          'Nothing was changed: narrow them down, or raise maxAffected.',
        {
          data: { most: maxAffected },
        },
      )
    const own = { model, context: withoutKey(context), answers: 'nothing' } as const
    const change = { ...own, fields, values, lookups, unhashed, increments }
    const items = rows.map(([id, version]) => ({
      plan: toChange({ ...change, id: Number(id), version: Number(version) }),
      path: '',
    }))
    const size = batchSizeFor(values)
    const write = async () => {
      for (let start = 0; start < items.length; start += size) await tx.write(items.slice(start, start + size))
    }
    const total = jsonMember('total', rows.length)
    if (show !== undefined) return withExtraMembers(await previewChanges(items, show, write, tx), total)
    await write()
    return { data: '', extraMembers: total }
  })
}

/** The most characters of new values in one batch. */
const maxCharacters = 8_000_000

/** The number of records in a batch: rules are evaluated with all their values, before and after the change. */
function batchSizeFor(values: UpdateMatchingPlan['values']): number {
  const characters = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 1), 1)
  return Math.max(10, Math.floor(maxCharacters / characters))
}
