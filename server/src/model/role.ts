import { didYouMean } from '../nearest.ts'
import type { Mistake } from './checkModels.ts'

/** Marks declarations made by `role()`, in any copy of this package. */
const mark = Symbol.for('tabularium.role')

/** The declaration of a rule: what a role may do with the records of a model. */
export interface RuleDeclaration {
  /** A declared model or its name, all models of a package (`com.example.*`), or all except the service's own (`*`). */
  readonly model: string | { readonly name: string }
  readonly read?: boolean
  readonly create?: boolean
  readonly update?: boolean
  readonly delete?: boolean
  /** Criteria as in a search, which a record must meet; values can be `$user.id`, `$user.<field>` and `$now`. */
  readonly condition?: object
  /** The names of the fields that may be read; all if absent. */
  readonly readFields?: readonly string[]
  /** The names of the fields that may be written; all if absent. */
  readonly writeFields?: readonly string[]
}

/** The declaration of a role, in a file next to the models. */
export interface RoleDeclaration {
  readonly name: string
  readonly help?: string
  readonly rules: readonly RuleDeclaration[]
}

/** Declares a role. The file owns it: `migrate apply` changes the role in the database to match. */
export function role(declaration: RoleDeclaration): RoleDeclaration {
  return Object.defineProperty({ ...declaration }, mark, { value: true })
}

export function isRoleDeclaration(value: unknown): value is RoleDeclaration {
  return typeof value === 'object' && value !== null && mark in value
}

/** The plain form of a declared rule: all members are present. */
export interface DeclaredRule {
  readonly model: string
  readonly read: boolean
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
  readonly condition: unknown
  readonly readFields: readonly string[] | null
  readonly writeFields: readonly string[] | null
}

/** The plain form of a declared role, with the file that declares it. */
export interface DeclaredRole {
  readonly file: string
  readonly name: string
  readonly help: string | null
  readonly rules: readonly DeclaredRule[]
}

/** The plain form of a declaration. Mistakes are not corrected: the checks find them. */
export function toRole({ name, help, rules }: RoleDeclaration, file: string): DeclaredRole {
  return { file, name, help: help ?? null, rules: Array.isArray(rules) ? rules.map(toRule) : [] }
}

function toRule(rule: RuleDeclaration): DeclaredRule {
  const { model, condition, readFields, writeFields } = rule
  return {
    model: typeof model === 'string' ? model : String(model?.name),
    read: rule.read ?? false,
    create: rule.create ?? false,
    update: rule.update ?? false,
    delete: rule.delete ?? false,
    condition: condition ?? null,
    readFields: readFields ?? null,
    writeFields: writeFields ?? null,
  }
}

const roleMembers = ['name', 'help', 'rules']
const ruleMembers = ['model', 'read', 'create', 'update', 'delete', 'condition', 'readFields', 'writeFields']

/** Returns the mistakes in the form of a declaration. `checkRoles` compares its rules with the models later. */
export function checkRoleForm(declaration: RoleDeclaration, file: string): Mistake[] {
  const { name, help, rules } = declaration
  const place = { file, ...(typeof name === 'string' ? { model: `role ${name}` } : {}) }
  const messages = [
    ...unknownMembers(declaration, roleMembers, 'a role'),
    ...(isText(name, 100) && !/[\r\n]/.test(name) ? [] : ['name must be a text of 1 to 100 characters on one line']),
    ...(help === undefined || isText(help, 2000) ? [] : ['help must be a text of at most 2000 characters']),
    ...(Array.isArray(rules)
      ? rules.flatMap(checkRuleForm)
      : ["rules must be an array, such as [{ model: '*', read: true }]"]),
  ]
  return messages.map((message) => ({ ...place, message }))
}

function checkRuleForm(rule: unknown, index: number): string[] {
  const where = `rule ${index + 1}`
  if (typeof rule !== 'object' || rule === null)
    return [`${where} must be an object, such as { model: '*', read: true }`]
  const { model, condition, ...others } = rule as Record<string, unknown>
  const named = typeof model === 'object' && model !== null ? (model as { name?: unknown }).name : model
  return [
    ...unknownMembers(rule, ruleMembers, where),
    ...(isText(named, 200) ? [] : [`${where}: model must be a declared model or the name of one`]),
    ...(condition === undefined || isPlain(condition) ? [] : [`${where}: condition must be criteria, as in a search`]),
    ...['read', 'create', 'update', 'delete']
      .filter((action) => !['boolean', 'undefined'].includes(typeof others[action]))
      .map((action) => `${where}: ${action} must be true or false`),
    ...['readFields', 'writeFields']
      .filter((member) => others[member] !== undefined && !Array.isArray(others[member]))
      .map((member) => `${where}: ${member} must be an array of names of fields`),
  ]
}

function unknownMembers(given: object, known: readonly string[], what: string): string[] {
  return Object.keys(given)
    .filter((member) => !known.includes(member))
    .map((member) => `${what} has no member "${member}".${didYouMean(member, known)}`)
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && Array.from(value).length <= maxLength
}

/** Whether JSON can represent the value. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isPlain)
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
}
