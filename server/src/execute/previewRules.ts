import { isDeepStrictEqual } from 'node:util'
import { requireValue } from '../invariant.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { Rights } from '../permission/Rights.ts'
import { isAbout, type Rule } from '../permission/Rule.ts'
import { dependsOnUser } from '../permission/analyzeCondition.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import { previewStatement } from '../statement/preview.ts'
import { rulesOfRolesStatement } from '../statement/part/rights.ts'
import { wholeScope } from '../statement/part/ReadScope.ts'

/** What a role allows at a moment, and some of those who have it. */
interface RoleState {
  readonly name: string
  readonly rules: string
  readonly users: readonly { readonly id: number; readonly username: string }[]
}

/** Each role at a moment. */
export type RoleRules = ReadonlyMap<number, RoleState>

/** Where what a role sees depends on who looks, it is told for so many of its users. */
const mostUsers = 20

export async function loadRoleRules(transaction: Transaction): Promise<RoleRules> {
  const rows = await transaction.run(rulesOfRolesStatement(mostUsers))
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

/** Who looks where it makes no difference. */
const nobody = { id: null, username: null }

/** How many records appear and disappear for each role whose rules have changed; undefined where none have. */
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
    // Those who have it now: after a delete nobody has.
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
  const concerned = models.all.filter((model) =>
    sides.some(({ rules }) => rules.some((rule) => rule.id !== null && isAbout(rule, model.name))),
  )
  const previews: object[] = []
  for (const model of concerned) {
    const rows = [was.visibility.rowsOf(model), is.visibility.rowsOf(model)] as const
    const fields = { appear: newFields(model, was, is), disappear: newFields(model, is, was) }
    const isPersonal = rows.some((condition) => condition && dependsOnUser(condition))
    for (const { id, username } of isPersonal ? users : [nobody]) {
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

/** The fields that one side reads in some record and the other in none. */
function newFields(model: Model, { visibility: was }: Rights, { visibility: is }: Rights): string[] {
  const names = (visibility: Rights['visibility']) => {
    const seen = visibility.models.find(model.name)
    return [...(seen?.fields ?? []), ...(seen?.relations ?? [])].map(({ name }) => name)
  }
  return names(is).filter((name) => !names(was).includes(name))
}
