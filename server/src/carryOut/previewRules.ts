import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { Rights } from '../permission/Rights.ts'
import { isAbout, type Rule } from '../permission/Rule.ts'
import { asksForUser } from '../permission/Sight.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import { previewStatement } from '../statement/preview.ts'
import { rulesOfRolesStatement, usersOfRoleStatement } from '../statement/rights.ts'
import { wholeView } from '../statement/View.ts'

/** The rules of each role at a moment. */
export type RoleRules = ReadonlyMap<number, { readonly name: string; readonly rules: string }>

/** Where what a role sees depends on who looks, it is told for so many of its users. */
const mostUsers = 20

export async function readRoleRules(transaction: Transaction): Promise<RoleRules> {
  const rows = await transaction.run(rulesOfRolesStatement)
  return new Map(rows.map(([id, name, rules]) => [Number(id), { name: name ?? '', rules: rules ?? '' }]))
}

/** How many records appear and disappear for each role whose rules have changed; undefined where none have. */
export async function previewRules(
  before: RoleRules,
  transaction: Transaction,
  models: Models,
): Promise<object[] | undefined> {
  const after = await readRoleRules(transaction)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => (before.get(id)?.rules ?? '') !== (after.get(id)?.rules ?? ''),
  )
  const previews: object[] = []
  for (const id of changed) {
    const sides = [before.get(id), after.get(id)].map((side) => toRights(side?.rules ?? '', models))
    const role = after.get(id)?.name ?? before.get(id)?.name ?? ''
    previews.push(...(await previewRole({ id, name: role }, sides, transaction, models)))
  }
  return changed.length > 0 ? previews : undefined
}

function toRights(text: string, models: Models): Rights {
  const rules: Rule[] = JSON.parse(`[${text}]`)
  return new Rights(' preview', rules, false, models)
}

async function previewRole(
  role: { readonly id: number; readonly name: string },
  sides: readonly Rights[],
  transaction: Transaction,
  models: Models,
): Promise<object[]> {
  const [was, is] = sides
  if (!was || !is) return []
  const concerned = models.all.filter((model) =>
    sides.some(({ rules }) => rules.some((rule) => rule.id !== null && isAbout(rule, model.name))),
  )
  const users = await transaction.run(usersOfRoleStatement(role.id, mostUsers))
  const previews: object[] = []
  for (const model of concerned) {
    const rows = [was.sight.rowsOf(model), is.sight.rowsOf(model)] as const
    const fields = { appear: newFields(model, was, is), disappear: newFields(model, is, was) }
    const isPersonal = rows.some((condition) => condition && asksForUser(condition))
    for (const [userId = null, username = null] of isPersonal ? users : [[null, null]]) {
      const view = wholeView(models, userId === null ? null : Number(userId))
      const [counts] = isDeepStrictEqual(rows[0], rows[1])
        ? []
        : await transaction.run(previewStatement(model, ...rows, view))
      if (!counts && fields.appear.length + fields.disappear.length === 0) continue
      const [had, has, appear, disappear] = (counts ?? []).map(Number)
      const records = counts ? { before: had, after: has, appear, disappear } : null
      previews.push({ role: role.name, model: model.name, ...(username ? { username } : {}), records, fields })
    }
  }
  return previews
}

/** The fields that one side reads in some record and the other in none. */
function newFields(model: Model, { sight: was }: Rights, { sight: is }: Rights): string[] {
  const names = (sight: Rights['sight']) => {
    const seen = sight.models.find(model.name)
    return [...(seen?.fields ?? []), ...(seen?.relations ?? [])].map(({ name }) => name)
  }
  return names(is).filter((name) => !names(was).includes(name))
}
