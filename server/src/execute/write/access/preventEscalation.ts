import { Failure } from '../../../failure/failure.ts'
import { keyModel, ruleModel, userModel } from '../../../model/builtIn/names.ts'
import { keyIdOf } from '../../../permission/Authorization.ts'
import { checkRule } from '../../../permission/checkRule.ts'
import type { Rule } from '../../../permission/Rule.ts'
import { refuseFaults } from '../../../plan/Faults.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'
import { listsOfKeysStatement, missingRolesStatement, widerKeysStatement } from '../../../statement/service/keys.ts'
import { rulesStatement } from '../../../statement/authorization/rights.ts'
import { endSessionsOfStatement } from '../../../statement/service/sessionWrites.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'
import { checkKey } from './checkKey.ts'
import { guardScimKeys } from './guardScimKeys.ts'
import { guardViews } from './guardViews.ts'
import { guardWebhooksAfter } from './guardWebhooks.ts'
import { orderNotices } from './orderNotices.ts'
import { refuseOfTokens } from './refuseOfTokens.ts'
import { refuseUnconfirmed } from './refuseUnconfirmed.ts'
import { refuseWiderGrants } from './refuseWiderGrants.ts'

/**
 * Runs at the end of every write transaction. Fails if the caller granted more rights than they have, in whatever way,
 * or if an API key made a key that can do more or expires later than itself, or if a key got limits that make no sense,
 * or roles that its user does not have. Ends the sessions of users who got a new password, were disabled or became a
 * program, and tells those by mail who got a new password or key. What it refuses for other reasons is not confirmed
 * first, and neither is a dry run, which is taken back.
 */
export async function preventEscalation(tx: WriteTransaction, dryRun: boolean): Promise<void> {
  refuseOfTokens(tx)
  await endSessions(tx)
  await orderNotices(tx)
  await refuseWrongLists(tx)
  await refuseWiderKeys(tx)
  await guardScimKeys(tx)
  await guardWebhooksAfter(tx)
  await guardViews(tx)
  const rules = await loadRules(tx)
  // Check rights first: mistakes in rules about models that the caller may not know must not be reported.
  if (!tx.authorization.rights.isAdmin) await refuseWiderGrants(rules, tx)
  await refuseMissingRoles(tx)
  for (const rule of rules) refuseMistakes(rule, tx)
  if (!dryRun) await refuseUnconfirmed(tx)
}

async function loadRules({ writtenRecords, transaction }: WriteTransaction): Promise<Rule[]> {
  const ids = writtenRecords.idsOf(ruleModel)
  const [row] = ids.length > 0 ? await transaction.run(rulesStatement(ids)) : []
  return JSON.parse(`[${row?.[0] ?? ''}]`)
}

function refuseMistakes(rule: Rule, { services }: WriteTransaction): void {
  const faults = checkRule(rule, services.models, services.actionNames)
  if (faults.size > 0) refuseFaults(faults)
}

/** The fields of users with which their sessions end. */
const endingFields = ['password', 'disabled', 'kind']

async function endSessions({ writtenRecords, transaction, authorization }: WriteTransaction): Promise<void> {
  const users = writtenRecords.writes.filter(
    ({ plan }) =>
      plan.model.name === userModel &&
      plan.operation === 'update' &&
      plan.fields.some(({ name }) => endingFields.includes(name)),
  )
  const requestId = users[0]?.plan.context.requestId
  if (requestId === undefined) return
  const ids = users.map(({ id }) => id)
  await transaction.run(
    endSessionsOfStatement(ids, { authorization, requestId, except: authorization.credential?.hash ?? null }),
  )
}

/**
 * This holds for keys of administrators too, which may do everything else: a key that was lent for a day must end after
 * a day. A key cannot change its own limits at all, since the old limits are not known after the write.
 */
async function refuseWiderKeys({ writtenRecords, transaction, authorization }: WriteTransaction): Promise<void> {
  const key = keyIdOf(authorization)
  if (key === undefined) return
  const written = writtenRecords.writes.filter(({ plan }) => plan.model.name === keyModel && !isRename(plan))
  if (written.length === 0) return
  const ids = written.map(({ id }) => id)
  const wider = ids.includes(key) ? ids : await transaction.run(widerKeysStatement(ids, key))
  if (wider.length === 0) return
  throw new Failure(
    'not-permitted',
    'An API key can create only keys that expire no later than itself, have the same roles or fewer, and are ' +
      'limited in writes, models and networks at least as it is: log in to create others.',
  )
}

async function refuseWrongLists({ writtenRecords, transaction, services }: WriteTransaction): Promise<void> {
  const limited = writtenRecords.writes.filter(
    ({ plan }) =>
      plan.model.name === keyModel && plan.fields.some(({ name }) => name === 'models' || name === 'networks'),
  )
  if (limited.length === 0) return
  for (const [, models, networks] of await transaction.run(listsOfKeysStatement(limited.map(({ id }) => id)))) {
    const lists = { models: JSON.parse(models ?? 'null'), networks: JSON.parse(networks ?? 'null') }
    refuseFaults(checkKey(lists, services.models, services.actionNames))
  }
}

/** A key that is limited to roles that its user does not have could do nothing by them, and nobody would know why. */
async function refuseMissingRoles({ writtenRecords, transaction }: WriteTransaction): Promise<void> {
  const keys = writtenRecords.writes.filter(({ plan }) => plan.model.name === keyModel && limitsOrMoves(plan))
  if (keys.length === 0) return
  const rows = await transaction.run(missingRolesStatement(keys.map(({ id }) => id)))
  if (rows.length === 0) return
  const names = rows.map(([name]) => name).join(', ')
  throw new Failure('invalid-record', 'The record was not accepted; see errors for each field: roles.', {
    errors: {
      roles: `the user of the key does not have: ${names}. Give the user these roles first, or leave them out`,
    },
  })
}

/** Whether a write of a key sets its roles or its user. */
function limitsOrMoves({ fields, relations }: CreatePlan | UpdatePlan): boolean {
  return relations.length > 0 || fields.some(({ name }) => name === 'user')
}

function isRename({ operation, fields, relations }: CreatePlan | UpdatePlan): boolean {
  return operation === 'update' && relations.length === 0 && fields.every(({ name }) => name === 'name')
}
