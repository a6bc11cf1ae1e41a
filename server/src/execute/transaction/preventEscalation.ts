import { Failure } from '../../failure.ts'
import { keyModel, ruleModel, userModel } from '../../model/builtIn/names.ts'
import { checkRule } from '../../permission/checkRule.ts'
import type { Rule } from '../../permission/Rule.ts'
import { refuseFaults } from '../../plan/Faults.ts'
import type { CreatePlan, UpdatePlan } from '../../plan/Plan.ts'
import { widerKeysStatement } from '../../statement/service/keys.ts'
import { rulesStatement } from '../../statement/part/rights.ts'
import { endSessionsOfStatement } from '../../statement/service/sessions.ts'
import type { WriteTransaction } from './WriteTransaction.ts'
import { refuseWiderGrants } from './refuseWiderGrants.ts'

/**
 * At the end of every write transaction: nobody gives away more than they hold, whichever way they took to do it, and whoever got a
 * new password or was shut out has no sessions from before. An API key leaves no key behind that can do more or lives
 * longer than itself.
 */
export async function preventEscalation(tx: WriteTransaction): Promise<void> {
  await endSessions(tx)
  await refuseWiderKeys(tx)
  const rules = await readRules(tx)
  // First what is forbidden: of models that one may not know, no mistakes are told either.
  if (!tx.authorization.rights.isAdmin) await refuseWiderGrants(rules, tx)
  for (const rule of rules) refuseMistakes(rule, tx)
}

async function readRules({ writtenRecords, transaction }: WriteTransaction): Promise<Rule[]> {
  const ids = writtenRecords.idsOf(ruleModel)
  const [row] = ids.length > 0 ? await transaction.run(rulesStatement(ids)) : []
  return JSON.parse(`[${row?.[0] ?? ''}]`)
}

function refuseMistakes(rule: Rule, { services }: WriteTransaction): void {
  const faults = checkRule(rule, services.models)
  if (faults.size > 0) refuseFaults(faults)
}

async function endSessions({ writtenRecords, transaction, authorization }: WriteTransaction): Promise<void> {
  const users = writtenRecords.writes.filter(
    ({ plan }) =>
      plan.model.name === userModel &&
      plan.operation === 'update' &&
      plan.fields.some(({ name }) => name === 'password' || name === 'disabled'),
  )
  const requestId = users[0]?.plan.context.requestId
  if (requestId === undefined) return
  const ids = users.map(({ id }) => id)
  await transaction.run(
    endSessionsOfStatement(ids, { authorization, requestId, except: authorization.credential?.hash ?? null }),
  )
}

/**
 * This holds for the keys of administrators as well, which may do everything else: a key that was lent for a day is
 * gone the day after. Its own limits it cannot change at all, since what they were is not known any more when it has.
 */
async function refuseWiderKeys({ writtenRecords, transaction, authorization }: WriteTransaction): Promise<void> {
  if (!authorization.credential?.isKey) return
  const written = writtenRecords.writes.filter(({ plan }) => plan.model.name === keyModel && !isRenaming(plan))
  if (written.length === 0) return
  const ids = written.map(({ id }) => id)
  const wider = ids.includes(authorization.credential.id)
    ? ids
    : await transaction.run(widerKeysStatement(ids, authorization.credential.id))
  if (wider.length === 0) return
  throw new Failure(
    'not-permitted',
    'An API key makes only keys that expire no later than itself and have the same roles or fewer: ' +
      'log in to make others.',
  )
}

function isRenaming({ operation, fields, relations }: CreatePlan | UpdatePlan): boolean {
  return operation === 'update' && relations.length === 0 && fields.every(({ name }) => name === 'name')
}
