import { isDeepStrictEqual } from 'node:util'
import { requireValue } from '../failure/invariant.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { Rights } from '../permission/Rights.ts'
import { isAbout, type Rule } from '../permission/Rule.ts'
import { dependsOnUser } from '../permission/analyzeCondition.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import { previewStatement } from '../statement/preview.ts'
import { rulesOfRolesStatement } from '../statement/authorization/rights.ts'
import { wholeScope } from '../statement/condition/ReadScope.ts'

/** The rules of a role at one time, and some of its users. */
interface RoleState {
  readonly name: string
  readonly rules: string
  readonly users: readonly { readonly id: number; readonly username: string }[]
}

/** The state of each role at one time. */
export type RoleRules = ReadonlyMap<number, RoleState>

/** If what a role sees depends on the user, the most users whose counts are shown. */
const maxUsers = 20

/** Reads the current state of all roles. */
export async function loadRoleRules(transaction: Transaction): Promise<RoleRules> {
  const rows = await transaction.run(rulesOfRolesStatement(maxUsers))
  return new Map(
    rows.map(([id, name, rules, users]) => [
      Number(id),
      {
        name: requireValue(name, 'The name of a role'),
        rules: requireValue(rules, 'The rules of a role'),
        users: JSON.parse(`[${users}]`),
      },
    ]),
  )
}

/** Used if the counts do not depend on the user. */
const anyUser = { id: null, username: null }

/** Counts the records that appear and disappear for each role whose rules changed; undefined if no rules changed. */
export async function previewRules(
  before: RoleRules,
  transaction: Transaction,
  models: Models,
): Promise<object[] | undefined> {
  const after = await loadRoleRules(transaction)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => (before.get(id)?.rules ?? '') !== (after.get(id)?.rules ?? ''),
  )
  const previews: object[] = []
  for (const id of changed) {
    const sides = [before.get(id), after.get(id)].map((side) => toRights(side?.rules ?? '', models))
    const name = after.get(id)?.name ?? before.get(id)?.name ?? ''
    // The users from before: after a delete of the role there are none.
    const users = before.get(id)?.users ?? []
    previews.push(...(await previewRole({ name, users }, sides, transaction, models)))
  }
  return changed.length > 0 ? previews : undefined
}

function toRights(text: string, models: Models): Rights {
  const rules: Rule[] = JSON.parse(`[${text}]`)
  return new Rights(' preview', rules, false, models)
}

async function previewRole(
  { name, users }: Pick<RoleState, 'name' | 'users'>,
  sides: readonly Rights[],
  transaction: Transaction,
  models: Models,
): Promise<object[]> {
  const [was, is] = sides
  if (!was || !is) return []
  const affected = models.all.filter((model) =>
    sides.some(({ rules }) => rules.some((rule) => rule.id !== null && isAbout(rule, model.name))),
  )
  const previews: object[] = []
  for (const model of affected) {
    const rows = [was.visibility.rowsOf(model), is.visibility.rowsOf(model)] as const
    const fields = { appear: newFields(model, was, is), disappear: newFields(model, is, was) }
    const isPersonal = rows.some((condition) => condition && dependsOnUser(condition))
    for (const { id, username } of isPersonal ? users : [anyUser]) {
      const scope = wholeScope(models, id)
      const [counts] = isDeepStrictEqual(rows[0], rows[1])
        ? []
        : await transaction.run(previewStatement(model, ...rows, scope))
      if (!counts && fields.appear.length + fields.disappear.length === 0) continue
      const [had, has, appear, disappear] = (counts ?? []).map(Number)
      const records = counts ? { before: had, after: has, appear, disappear } : null
      previews.push({ role: name, model: model.name, ...(username ? { username } : {}), records, fields })
    }
  }
  return previews
}

/** Returns the fields that the second rights read in some records and the first in none. */
function newFields(model: Model, { visibility: was }: Rights, { visibility: is }: Rights): string[] {
  const names = (visibility: Rights['visibility']) => {
    const seen = visibility.models.find(model.name)
    return [...(seen?.fields ?? []), ...(seen?.relations ?? [])].map(({ name }) => name)
  }
  return names(is).filter((name) => !names(was).includes(name))
}
