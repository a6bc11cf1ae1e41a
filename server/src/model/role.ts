import { didYouMean } from '../text/didYouMean.ts'
import type { Mistake } from './checkModels.ts'

/** Marks declarations made by `role()`, in any copy of this package. */
const mark = Symbol.for('tabularium.role')

/** The declaration of a rule: what a role may do with the records of a model. */
export interface RuleDeclaration {
  /** A declared model or its name, all of a package (`com.example.*`), or all except the service's own (`*`). */
  readonly model: string | { readonly name: string }
  readonly read?: boolean
  readonly create?: boolean
  readonly update?: boolean
  readonly delete?: boolean
  /** Whether the actions of the package may be run; single actions are listed in `actions` of the role. */
  readonly run?: boolean
  /** Criteria as in a search, which a record must meet; values can be `$user.id`, `$user.<field>` and `$now`. */
  readonly condition?: object
  /** The names of the fields that may be read; all if absent. */
  readonly readFields?: readonly string[]
  /** The names of the fields that may be written; all if absent. */
  readonly writeFields?: readonly string[]
  /** Instead of `readFields`: all fields may be read but these, and what follows from them. */
  readonly hideFields?: readonly string[]
  /** Instead of `writeFields`: all fields may be written but these. */
  readonly lockFields?: readonly string[]
  /** Whether comments may be written; as `update` if absent. */
  readonly comment?: boolean
  /** Whether what may be read may be exported as a file; as `read` if absent. */
  readonly export?: boolean
}

/** The declaration of a role, in a file next to the models. */
export interface RoleDeclaration {
  readonly name: string
  readonly help?: string
  readonly rules: readonly RuleDeclaration[]
  /** The actions that the role may run: declared ones, or their names. */
  readonly actions?: readonly (string | { readonly name: string })[]
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
  readonly run: boolean
  readonly condition: unknown
  readonly readFields: readonly string[] | null
  readonly writeFields: readonly string[] | null
  readonly hideFields: readonly string[] | null
  readonly lockFields: readonly string[] | null
  readonly comment: boolean | null
  readonly export: boolean | null
}

/** The plain form of a declared role, with the file that declares it. */
export interface DeclaredRole {
  readonly file: string
  readonly name: string
  readonly help: string | null
  readonly rules: readonly DeclaredRule[]
}

/** The plain form of a declaration. Mistakes are not corrected: the checks find them. */
export function toRole({ name, help, rules, actions }: RoleDeclaration, file: string): DeclaredRole {
  const runs = Array.isArray(actions) ? actions.map((action) => toRule({ model: action, run: true })) : []
  return { file, name, help: help ?? null, rules: [...(Array.isArray(rules) ? rules.map(toRule) : []), ...runs] }
}

function toRule(rule: RuleDeclaration): DeclaredRule {
  const { model, condition, readFields, writeFields, hideFields, lockFields, comment } = rule
  return {
    model: typeof model === 'string' ? model : String(model?.name),
    read: rule.read ?? false,
    create: rule.create ?? false,
    update: rule.update ?? false,
    delete: rule.delete ?? false,
    run: rule.run ?? false,
    condition: condition ?? null,
    readFields: readFields ?? null,
    writeFields: writeFields ?? null,
    hideFields: hideFields ?? null,
    lockFields: lockFields ?? null,
    comment: comment ?? null,
    export: rule.export ?? null,
  }
}

/** The members that a role may have. */
export const roleMembers = ['name', 'help', 'rules', 'actions']
const flags = ['read', 'create', 'update', 'delete', 'run', 'comment', 'export']
const lists = ['readFields', 'writeFields', 'hideFields', 'lockFields']
/** The members that a rule may have. */
export const ruleMembers = ['model', ...flags, 'condition', ...lists]

/** Returns the mistakes in the form of a declaration. `checkRoles` compares its rules with the models later. */
export function checkRoleForm(declaration: RoleDeclaration, file: string): Mistake[] {
  const { name, help, rules, actions } = declaration
  const subject = { file, ...(typeof name === 'string' ? { model: `role ${name}` } : {}) }
  const messages = [
    ...unknownMembers(declaration, roleMembers, 'a role'),
    ...(isText(name, 100) && !/[\r\n]/.test(name) ? [] : ['name must be a text of 1 to 100 characters on one line']),
    ...(help === undefined || isText(help, 2000) ? [] : ['help must be a text of at most 2000 characters']),
    ...(Array.isArray(rules)
      ? rules.flatMap(checkRuleForm)
      : ["rules must be an array, such as [{ model: '*', read: true }]"]),
    ...(actions === undefined || (Array.isArray(actions) && actions.every(isNamed))
      ? []
      : ['actions must be an array of declared actions or their names']),
  ]
  return messages.map((message) => ({ ...subject, message }))
}

function checkRuleForm(rule: unknown, index: number): string[] {
  const where = `rule ${index + 1}`
  if (typeof rule !== 'object' || rule === null)
    return [`${where} must be an object, such as { model: '*', read: true }`]
  const { model, condition, ...others } = rule as Record<string, unknown>
  return [
    ...unknownMembers(rule, ruleMembers, where),
    ...(isNamed(model) ? [] : [`${where}: model must be a declared model or the name of one`]),
    ...(condition === undefined || isPlain(condition) ? [] : [`${where}: condition must be criteria, as in a search`]),
    ...flags
      .filter((action) => !['boolean', 'undefined'].includes(typeof others[action]))
      .map((action) => `${where}: ${action} must be true or false`),
    ...lists
      .filter((member) => others[member] !== undefined && !Array.isArray(others[member]))
      .map((member) => `${where}: ${member} must be an array of names of fields`),
  ]
}

function unknownMembers(given: object, known: readonly string[], what: string): string[] {
  return Object.keys(given)
    .filter((member) => !known.includes(member))
    .map((member) => `${what} has no member "${member}".${didYouMean(member, known)}`)
}

/** Whether a value names something, by its text or by its declaration. */
function isNamed(value: unknown): boolean {
  const name = typeof value === 'object' && value !== null ? (value as { name?: unknown }).name : value
  return isText(name, 200)
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && Array.from(value).length <= maxLength
}

/** Whether JSON can represent the value. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isPlain)
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
}
