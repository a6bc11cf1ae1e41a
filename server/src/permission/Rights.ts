import { parseRuleCondition } from '../criteria/parseCondition.ts'
import { everything, held } from '../criteria/Condition.ts'
import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import { Models } from '../model/Models.ts'
import type { Allowance } from './Allowance.ts'
import { closedFields, heldRoles, ownRulesOfSession } from './ownRules.ts'
import { type Action, actions, isAbout, type Rule } from './Rule.ts'
import { Visibility } from './Visibility.ts'

/** A rule that does not hold, since it says something that the model does not have (any more). */
export interface BrokenRule {
  readonly rule: Rule
  readonly model: string
  readonly why: string
}

/** All that some rules allow, worked out once: two users with the same rules share it. */
export class Rights {
  readonly isAdmin: boolean
  readonly rules: readonly Rule[]
  readonly visibility: Visibility
  readonly broken: readonly BrokenRule[]
  /** The models that anything may be done with. Others do not exist. */
  readonly known: Models
  readonly #models: Models
  readonly #written = new Map<string, Model>()
  readonly #allowances = new Map<string, readonly Allowance[]>()

  /** `ownRules` are those that hold without any role. */
  constructor(
    key: string,
    rules: readonly Rule[],
    isAdmin: boolean,
    models: Models,
    ownRules: readonly Rule[] = ownRulesOfSession(models),
  ) {
    this.isAdmin = isAdmin
    this.rules = isAdmin ? [adminRule] : [...ownRules, ...rules]
    this.#models = models
    this.broken = isAdmin ? [] : this.#compile()
    this.visibility = isAdmin ? Visibility.whole(models) : Visibility.of(key, models, (model) => this.of(model, 'read'))
    this.known = isAdmin ? models : new Models(models.all.filter((model) => this.#isKnown(model)))
  }

  /** What is allowed of an action on a model; nothing where empty. */
  of(model: Model, action: Action): readonly Allowance[] {
    if (this.isAdmin) return adminAllowances(model, action)
    return this.#allowances.get(`${action} ${model.name}`) ?? []
  }

  /** A model with the fields that one may read or write: who writes is told of no others. */
  forWriting(model: Model): Model {
    if (this.isAdmin) return model
    const written = this.#written.get(model.name)
    if (written) return written
    const allowances = (['read', 'create', 'update'] as const).flatMap((action) => this.of(model, action))
    const isKnown = ({ name }: { name: string }) => allowances.some(({ fields }) => fields?.has(name) ?? true)
    const known = {
      ...model,
      fields: model.fields.filter(isKnown),
      relations: model.relations.filter((relation) => isKnown(relation) && this.known.find(relation.target)),
    }
    this.#written.set(model.name, known)
    return known
  }

  #isKnown(model: Model): boolean {
    return actions.some((action) => this.of(model, action).length > 0)
  }

  #compile(): BrokenRule[] {
    const broken: BrokenRule[] = []
    for (const model of this.#models.all)
      for (const rule of this.rules.filter((one) => isAbout(one, model.name))) {
        const allowed = this.#read(rule, model)
        if ('why' in allowed) broken.push({ rule, model: model.name, why: allowed.why })
        else this.#add(rule, model, allowed)
      }
    return broken
  }

  #add(rule: Rule, model: Model, { condition }: Pick<Allowance, 'condition'>): void {
    for (const action of actions) {
      if (!rule[action]) continue
      const key = `${action} ${model.name}`
      const fields = allowedFields(rule, model, action)
      if (fields?.size === 0 && isClosed(model, action)) continue
      this.#allowances.set(key, [...(this.#allowances.get(key) ?? []), { rule, condition, fields }])
    }
  }

  /** A rule that cannot be understood allows nothing. */
  #read(rule: Rule, model: Model): Pick<Allowance, 'condition'> | { why: string } {
    if (![rule.readFields, rule.writeFields].every((names) => names === null || Array.isArray(names)))
      return { why: 'readFields and writeFields must be arrays of names' }
    if (rule.condition === heldRoles) return { condition: held }
    try {
      const condition = parseRuleCondition(rule.condition, model, this.#models)
      return { condition: condition === everything ? undefined : condition }
    } catch (error) {
      if (error instanceof Failure) return { why: error.message }
      throw error
    }
  }
}

const adminRule: Rule = {
  id: null,
  role: null,
  model: '*',
  read: true,
  create: true,
  update: true,
  delete: true,
  condition: null,
  readFields: null,
  writeFields: null,
}

const all: readonly Allowance[] = [{ rule: adminRule, condition: undefined, fields: undefined }]

/** Administrators may do everything but write what the service alone writes. */
function adminAllowances(model: Model, action: Action): readonly Allowance[] {
  if (!isClosed(model, action)) return all
  const fields = allowedFields(adminRule, model, action)
  return fields?.size === 0 ? [] : [{ rule: adminRule, condition: undefined, fields }]
}

/** Whether some of the model is written by the service alone. */
function isClosed({ name }: Model, action: Action): boolean {
  return (action === 'create' || action === 'update') && closedFields.has(name)
}

/** Which fields and relations a rule is about; undefined: all. No rule reaches what the service alone writes. */
function allowedFields(rule: Rule, model: Model, action: Action): ReadonlySet<string> | undefined {
  if (action === 'delete') return undefined
  const given = action === 'read' ? rule.readFields : rule.writeFields
  if (!isClosed(model, action)) return given === null ? undefined : new Set(given)
  const names = given ?? [...model.fields, ...model.relations].map(({ name }) => name)
  const closed = closedFields.get(model.name) ?? []
  return new Set(names.filter((name) => !closed.includes(name)))
}
