import type { Envelope } from '../envelope/Envelope.ts'
import { Failure } from '../failure/failure.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import type { CommentPlan, CommentsPlan } from '../plan/comments.ts'
import { planCreate } from '../plan/create.ts'
import { planDelete } from '../plan/delete.ts'
import type { WriteContext } from '../plan/Plan.ts'
import { planUpdate } from '../plan/update.ts'
import { remove } from './delete.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { search } from './find.ts'
import { findMentions, type Mention } from './mentions.ts'
import { writeWithNotices } from './notices.ts'
import { noRecords, once } from './once.ts'
import { executeCreate, executeUpdate } from './recordPlans.ts'
import { recordNotFound, requireStored } from './requireRecord.ts'

interface StoredComment {
  readonly record?: { readonly id?: number }
  readonly about?: string | null
  readonly mentions?: readonly Mention[] | null
}

type CommentServices = ExecutionServices & { readonly rights: RightsCache }

const removeOnce = once(remove, noRecords)

/** Lists the comments on a record. */
export async function listComments({ record, page }: CommentsPlan, services: ExecutionServices): Promise<Envelope> {
  requireStored(await services.run.read(record), record.id)
  return search(page, services)
}

/** Writes a comment. The record gets no new version. */
export async function createComment(
  { comments, record, context, sent }: CommentPlan,
  services: CommentServices,
): Promise<Envelope> {
  requireStored(await services.run.read(record), record.id)
  const mentions = await findMentions(sent, record, services)
  const plan = planCreate({ ...sent, record: { id: record.id }, mentions }, comments, services.models, context)
  const userIds = usersToNotify(mentions, [], context)
  return userIds.length > 0 ? writeWithNotices({ ...plan, record, userIds }, services) : executeCreate(plan, services)
}

/** Changes a comment of the caller. Those whom it mentioned already get no second notice. */
export async function updateComment(plan: CommentPlan, services: CommentServices): Promise<Envelope> {
  const before = await requireComment(plan, services)
  const { comments, record, context, sent, comment: id } = plan
  const mentions = 'body' in sent ? await findMentions({ ...before, ...sent }, record, services) : undefined
  const values = { ...sent, ...(mentions ? { mentions } : {}) }
  const change = planUpdate(values, { id, onConflict: 'refuse' }, comments, services.models, context)
  const userIds = usersToNotify(mentions ?? [], before.mentions ?? [], context)
  if (userIds.length === 0) return executeUpdate(change, services)
  try {
    return await writeWithNotices({ ...change, record, userIds }, services)
  } catch (error) {
    // A plain update fails as well, and says what conflicts.
    if (error instanceof Failure && error.code === 'version-conflict') return executeUpdate(change, services)
    throw error
  }
}

/** Deletes a comment. */
export async function deleteComment(plan: CommentPlan, services: ExecutionServices): Promise<Envelope> {
  await requireComment(plan, services)
  const { comment: id, version } = plan
  return removeOnce(
    planDelete({ id, ...(version === undefined ? {} : { version }) }, plan.comments, plan.context),
    services,
  )
}

/** The comment. Fails if it is not one of the record, or if the caller can't read both. */
async function requireComment(
  { comments, record, comment: id }: CommentPlan,
  { run }: ExecutionServices,
): Promise<StoredComment> {
  const { authorization } = record
  const found = await run.read({ operation: 'read', model: comments, authorization, id })
  const stored: StoredComment = JSON.parse(requireStored(found, id).json)
  if (stored.record?.id !== record.id) throw recordNotFound(id)
  return stored
}

/** Those whom a comment mentions anew. Nobody gets a notice of their own comment. */
function usersToNotify(now: readonly Mention[], before: readonly Mention[], { authorization }: WriteContext): number[] {
  const known = new Set([authorization.userId, ...before.map(({ id }) => id)])
  return now.map(({ id }) => id).filter((id) => !known.has(id))
}
