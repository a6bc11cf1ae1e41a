import { isDeepStrictEqual } from 'node:util'
import type { DeclaredRole, DeclaredRule } from '../model/role.ts'
import { describeRule } from './describeRule.ts'
import { locks, type Step, toStep } from './Step.ts'

/** A rule as it is in the database. */
export interface KeptRule extends DeclaredRule {
  readonly id: number
}

/** A role as it is in the database. */
export interface KeptRole {
  readonly id: number
  readonly name: string
  readonly help: string | null
  readonly rules: readonly KeptRule[]
}

/** What is to be done to one record of a role or a rule. Roles are named, since a new one has no id yet. */
export type RoleChange =
  | { readonly do: 'createRole'; readonly role: string; readonly help: string | null }
  | { readonly do: 'changeRole'; readonly role: string; readonly id: number; readonly help: string | null }
  | { readonly do: 'createRule'; readonly role: string; readonly rule: DeclaredRule }
  | { readonly do: 'changeRule'; readonly role: string; readonly id: number; readonly rule: DeclaredRule }
  | { readonly do: 'deleteRule'; readonly role: string; readonly id: number }

/** A step that changes records and not the schema: it is carried out as writes are, with a journal. */
export interface RoleStep extends Step {
  readonly change: RoleChange
}

/** The steps from the roles as they are to those that files declare. Roles that no file declares are left alone. */
export function compareRoles(kept: readonly KeptRole[], declared: readonly DeclaredRole[]): RoleStep[] {
  return declared.flatMap((role) => {
    const known = kept.find(({ name }) => name === role.name)
    return [...compareRole(role, known), ...compareRules(role, known?.rules ?? [])]
  })
}

function compareRole({ name, help }: DeclaredRole, known: KeptRole | undefined): RoleStep[] {
  if (!known) return [toRoleStep(`Create the role ${name}`, { do: 'createRole', role: name, help })]
  if (known.help === help) return []
  const title = `Change the help of the role ${name}`
  return [toRoleStep(title, { do: 'changeRole', role: name, id: known.id, help })]
}

/** A rule that differs from all is changed into one about the same model that is missing: so its history goes on. */
function compareRules({ name: role, rules }: DeclaredRole, kept: readonly KeptRule[]): RoleStep[] {
  const surplus = [...kept]
  const missing = rules.filter((rule) => take(surplus, (other) => isSame(other, rule)) === undefined)
  const steps = missing.map((rule) => {
    const former = take(surplus, ({ model }) => model === rule.model)
    if (!former) return toRoleStep(`Give role ${role}: ${describeRule(rule)}`, { do: 'createRule', role, rule })
    const title = `Change for role ${role}: ${describeRule(former)}; to: ${describeRule(rule)}`
    return toRoleStep(title, { do: 'changeRule', role, id: former.id, rule })
  })
  const gone = surplus.map((rule) =>
    toRoleStep(`Take from role ${role}: ${describeRule(rule)}`, { do: 'deleteRule', role, id: rule.id }),
  )
  return [...steps, ...gone]
}

/** The first that fits, which is then no longer there. */
function take(rules: KeptRule[], fits: (rule: KeptRule) => boolean): KeptRule | undefined {
  const index = rules.findIndex(fits)
  return index < 0 ? undefined : rules.splice(index, 1)[0]
}

function isSame({ id: _, ...kept }: KeptRule, declared: DeclaredRule): boolean {
  return isDeepStrictEqual(toComparable(kept), toComparable(declared))
}

/** The order of fields means nothing. */
function toComparable(rule: DeclaredRule): object {
  const { readFields, writeFields } = rule
  return { ...rule, readFields: readFields?.toSorted() ?? null, writeFields: writeFields?.toSorted() ?? null }
}

function toRoleStep(title: string, change: RoleChange): RoleStep {
  return { ...toStep(title, [], { lock: locks.roles }), change }
}
