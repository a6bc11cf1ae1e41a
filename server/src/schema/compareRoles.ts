import { isDeepStrictEqual } from 'node:util'
import type { DeclaredRole, DeclaredRule } from '../model/role.ts'
import { describeRule } from './describeRule.ts'
import { locks, type Step, toStep } from './Step.ts'

/** A rule as it is in the database. */
export interface StoredRule extends DeclaredRule {
  readonly id: number
}

/** A role as it is in the database. */
export interface StoredRole {
  readonly id: number
  readonly name: string
  readonly help: string | null
  readonly rules: readonly StoredRule[]
}

/** A change of one role or rule record. Roles are identified by name, since a new one has no id yet. */
export type RoleChange =
  | { readonly do: 'createRole'; readonly role: string; readonly help: string | null }
  | { readonly do: 'changeRole'; readonly role: string; readonly id: number; readonly help: string | null }
  | { readonly do: 'createRule'; readonly role: string; readonly rule: DeclaredRule }
  | { readonly do: 'changeRule'; readonly role: string; readonly id: number; readonly rule: DeclaredRule }
  | { readonly do: 'deleteRule'; readonly role: string; readonly id: number }

/** A step that changes records instead of the schema. It runs like other writes, with a journal row. */
export interface RoleStep extends Step {
  readonly change: RoleChange
}

/** The steps from the stored roles to the declared ones. Roles that no file declares do not change. */
export function compareRoles(stored: readonly StoredRole[], declared: readonly DeclaredRole[]): RoleStep[] {
  return declared.flatMap((role) => {
    const known = stored.find(({ name }) => name === role.name)
    return [...compareRole(role, known), ...compareRules(role, known?.rules ?? [])]
  })
}

function compareRole({ name, help }: DeclaredRole, known: StoredRole | undefined): RoleStep[] {
  if (!known) return [toRoleStep(`Create the role ${name}`, { do: 'createRole', role: name, help })]
  if (known.help === help) return []
  const title = `Change the help of the role ${name}`
  return [toRoleStep(title, { do: 'changeRole', role: name, id: known.id, help })]
}

/** A surplus rule is changed into a missing one for the same model, so that its history continues. */
function compareRules({ name: role, rules }: DeclaredRole, stored: readonly StoredRule[]): RoleStep[] {
  const surplus = [...stored]
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

/** Removes the first matching rule from the list and returns it. */
function take(rules: StoredRule[], fits: (rule: StoredRule) => boolean): StoredRule | undefined {
  const index = rules.findIndex(fits)
  return index < 0 ? undefined : rules.splice(index, 1)[0]
}

function isSame({ id: _, ...stored }: StoredRule, declared: DeclaredRule): boolean {
  return isDeepStrictEqual(toComparable(stored), toComparable(declared))
}

/** The rule in a form that ignores the order of fields. */
function toComparable(rule: DeclaredRule): object {
  const { readFields, writeFields, hideFields, lockFields } = rule
  const lists = Object.entries({ readFields, writeFields, hideFields, lockFields })
  return { ...rule, ...Object.fromEntries(lists.map(([member, names]) => [member, names?.toSorted() ?? null])) }
}

function toRoleStep(title: string, change: RoleChange): RoleStep {
  return { ...toStep(title, [], { lock: locks.roles }), change }
}
