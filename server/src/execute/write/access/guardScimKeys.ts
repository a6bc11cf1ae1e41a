import { Failure } from '../../../failure/failure.ts'
import { keyModel } from '../../../model/builtIn/names.ts'
import { keyIdOf } from '../../../permission/Authorization.ts'
import { refuseFaults } from '../../../plan/Faults.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'
import { scimKeyFaultsStatement } from '../../../statement/service/keys.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/**
 * A key for SCIM belongs to a user of the kind service, so that the journal names a program. A key makes none, and no
 * key becomes one: what a program holds can do later what it could do at first.
 */
export async function guardScimKeys({ writtenRecords, transaction, authorization }: WriteTransaction): Promise<void> {
  const written = writtenRecords.writes.filter(({ plan }) => plan.model.name === keyModel && concernsScope(plan))
  if (written.length === 0) return
  if (keyIdOf(authorization) !== undefined && written.some(({ plan }) => valueOf(plan, 'scope') === 'scim'))
    throw new Failure('not-permitted', 'An API key cannot make keys for SCIM: log in to create them.')
  const [row] = await transaction.run(scimKeyFaultsStatement(written.map(({ id }) => id)))
  const faults = new Map<string, string>()
  if (row?.[0] === 't') faults.set('scope', 'cannot be changed: make another key, and delete this one')
  if (row?.[1] === 't') faults.set('user', 'must be a user of the kind service: a key for SCIM belongs to a program')
  if (faults.size > 0) refuseFaults(faults)
}

function concernsScope(plan: CreatePlan | UpdatePlan): boolean {
  if (plan.operation === 'create') return valueOf(plan, 'scope') === 'scim'
  return plan.fields.some(({ name }) => name === 'scope' || name === 'user')
}

function valueOf({ fields, values }: CreatePlan | UpdatePlan, name: string): unknown {
  return values[fields.findIndex((field) => field.name === name)]
}
