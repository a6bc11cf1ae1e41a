import { Failure } from '../../failure.ts'
import { keyModel, ruleModel, userModel } from '../../model/builtIn/names.ts'
import type { Model } from '../../model/Model.ts'
import { checkRule } from '../../permission/checkRule.ts'
import { covers } from '../../permission/covers.ts'
import type { Rights } from '../../permission/Rights.ts'
import type { Rule } from '../../permission/Rule.ts'
import { refuseFaults } from '../../plan/Faults.ts'
import { rightsOfKeysStatement, rightsOfUsersStatement, rulesStatement } from '../../statement/rights.ts'
import { endSessionsOfStatement } from '../../statement/sessions.ts'
import type { Deed } from './Deed.ts'

/**
 * At the end of every deed: nobody gives away more than they hold, whichever way they took to do it, and whoever got a new password
 * or was shut out has no sessions from before.
 */
export async function watchAccess(deed: Deed): Promise<void> {
  await endSessions(deed)
  const rules = await readRules(deed)
  // First what is forbidden: of models that one may not know, no mistakes are told either.
  if (!deed.grant.rights.isAdmin) await refuseGifts(rules, deed)
  for (const rule of rules) refuseMistakes(rule, deed)
}

async function readRules({ touched, transaction }: Deed): Promise<Rule[]> {
  const ids = touched.idsOf(ruleModel)
  const [row] = ids.length > 0 ? await transaction.run(rulesStatement(ids)) : []
  return JSON.parse(`[${row?.[0] ?? ''}]`)
}

function refuseMistakes(rule: Rule, { means }: Deed): void {
  const faults = checkRule(rule, means.models)
  if (faults.size > 0) refuseFaults(faults)
}

async function endSessions({ touched, transaction, grant }: Deed): Promise<void> {
  const users = touched.writes.filter(
    ({ plan }) =>
      plan.model.name === userModel &&
      plan.operation === 'update' &&
      plan.fields.some(({ name }) => name === 'password' || name === 'disabled'),
  )
  const requestId = users[0]?.plan.note.requestId
  if (requestId === undefined) return
  const ids = users.map(({ id }) => id)
  await transaction.run(endSessionsOfStatement(ids, { grant, requestId, except: grant.proof?.hash ?? null }))
}

async function refuseGifts(rules: readonly Rule[], deed: Deed): Promise<void> {
  const { rights, userId } = deed.grant
  const users = await readRights(deed.touched.idsOf(userModel), rightsOfUsersStatement, deed)
  const keys = await readRights(deed.touched.idsOf(keyModel), rightsOfKeysStatement, deed)
  // Who has the key of somebody is that person.
  if (keys.some((key) => key.userId !== userId)) throw tooMuch()
  refuseMore([...users, ...keys, { isAdmin: false, rules }], rights)
}

/** Who may do more than the caller is not touched by them: neither to be put in their place nor to be weakened first. */
export async function refuseAbove({ name }: Model, ids: readonly number[], deed: Deed): Promise<void> {
  const { rights } = deed.grant
  if (name === userModel && !rights.isAdmin) refuseMore(await readRights(ids, rightsOfUsersStatement, deed), rights)
}

function refuseMore(holders: readonly Pick<Holder, 'isAdmin' | 'rules'>[], rights: Rights): void {
  const isMore = ({ isAdmin, rules }: Pick<Holder, 'isAdmin' | 'rules'>) =>
    isAdmin || !rules.every((rule) => covers(rights.rules, rule))
  if (holders.some(isMore)) throw tooMuch()
}

interface Holder {
  readonly userId: number
  readonly isAdmin: boolean
  readonly rules: readonly Rule[]
}

/** What some users or keys may do now. */
async function readRights(
  ids: readonly number[],
  toStatement: typeof rightsOfUsersStatement,
  { transaction }: Deed,
): Promise<Holder[]> {
  const rows = ids.length > 0 ? await transaction.run(toStatement(ids)) : []
  return rows.map(([id, admin, text]) => ({
    userId: Number(id),
    isAdmin: admin === 't',
    rules: JSON.parse(`[${text ?? ''}]`),
  }))
}

function tooMuch(): Failure {
  return new Failure(
    'not-permitted',
    'Nobody can give away more than they hold: an administrator, a role or a rule is concerned that goes beyond your own rights.',
  )
}
