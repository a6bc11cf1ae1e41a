import { Failure } from '../failure/failure.ts'
import type { PlannedValues, ReadPlan, UpdatePlan } from '../plan/Plan.ts'
import type { Stored } from '../statement/Statement.ts'
import type { ExecutionServices, Passwords } from './ExecutionServices.ts'

/** The planned values of a record, or of many that get the same ones. */
export type Planned = PlannedValues & Partial<Pick<UpdatePlan, 'model' | 'id' | 'context' | 'relations'>>

/**
 * Hashes the passwords of all records that a request names, before its transaction begins: hashing is slow, and holds
 * up nobody there. The write itself hashes what is left.
 */
export async function hashAhead(plans: readonly Planned[], { passwords, run }: ExecutionServices): Promise<void> {
  for (const plan of withUnhashed(plans)) await toHashed(plan, passwords, (read) => run.read(read))
}

/** The plans with a password, members among them. */
export function withUnhashed(plans: readonly Planned[]): Planned[] {
  return plans.flatMap((plan) => {
    const members = plan.relations?.flatMap((write) => ('members' in write ? withUnhashed(write.members) : [])) ?? []
    return plan.unhashed ? [plan, ...members] : members
  })
}

/** Returns a plan with hashes in place of its passwords. Fails if one is not accepted. */
export async function toHashed<P extends Planned>(
  plan: P,
  passwords: Pick<Passwords, 'findFault' | 'hash'>,
  read: (plan: ReadPlan) => Promise<Stored | undefined>,
): Promise<P> {
  let { values } = plan
  for (const unhashed of plan.unhashed ?? []) {
    const index = plan.fields.findIndex(({ name }) => name === unhashed.field)
    const hash = await unhashed.toHash(async (text) => {
      const fault = passwords.findFault(text, await findUsername(plan, read))
      if (fault !== undefined) throw passwordRefused(unhashed.member, fault)
      return passwords.hash(text)
    })
    if (index >= 0) values = values.with(index, hash)
  }
  return { ...plan, values, unhashed: undefined }
}

/** Returns the failure for a password that is not accepted, with the name of the member that it was sent in. */
export function passwordRefused(member: string, fault: string): Failure {
  const message = `The password was not accepted: it ${fault}.`
  return new Failure('invalid-record', message, { errors: { [member]: fault } })
}

/** Returns the user's name, if it is sent or the caller may read it: the password must not be the same. */
async function findUsername(
  { fields, values, model, id, context }: Planned,
  read: (plan: ReadPlan) => Promise<Stored | undefined>,
): Promise<string> {
  const sent = values[fields.findIndex(({ name }) => name === 'username')]
  if (typeof sent === 'string') return sent
  if (id === undefined || !model || !context) return ''
  const stored = await read({ operation: 'read', model, authorization: context.authorization, id })
  const { username }: { username?: unknown } = stored ? JSON.parse(stored.json) : {}
  return typeof username === 'string' ? username : ''
}
