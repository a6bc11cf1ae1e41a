import { parseRuleCondition } from '../criteria/parseCondition.ts'
import { type Condition, everything, held, nothing } from '../criteria/Condition.ts'
import { Failure } from '../failure/failure.ts'
import { isStored } from '../model/field/fieldTypes.ts'
import { roleModel } from '../model/builtIn/names.ts'
import { actionsOfLogic, fieldsOfLogic, type Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { type Allowance, isFieldIn } from './Allowance.ts'
import { adminAllowances, adminRule } from './adminRights.ts'
import { allowedFields, findFieldsFault } from './allowedFields.ts'
import { rulesFor } from './commentRules.ts'
import { adminFieldsOf, closedFieldsOf, heldRoles, ownRulesOfSession, sharedWithRoles } from './ownRules.ts'
import { type Action, actions, isAbout, type Rule } from './Rule.ts'
import { Visibility } from './Visibility.ts'

/** A rule that has no effect, because it names something that the model does not have. */
export interface BrokenRule {
  readonly rule: Rule
  readonly model: string
  readonly why: string
}

/** Everything that a set of rules allows, computed once. Users with the same rules share it. */
export class Rights {
  readonly isAdmin: boolean
  readonly rules: readonly Rule[]
  readonly visibility: Visibility
  readonly broken: readonly BrokenRule[]
  /** The models on which at least one action is allowed. For the caller no others exist. */
  readonly known: Models
  readonly #models: Models
  readonly #key: string
  /** Whether they include fields that only logic writes. */
  readonly #isOfLogic: boolean
  #ofLogic: Rights | undefined
  #ofExports: Rights | undefined
  readonly #writable = new Map<string, Model>()
  readonly #allowances = new Map<string, readonly Allowance[]>()
  readonly #limits: ReadonlyMap<string, Condition>

  /** `ownRules` hold without any role. `limits` are conditions, by model, that narrow every rule. */
  constructor(
    key: string,
    rules: readonly Rule[],
    isAdmin: boolean,
    models: Models,
    ownRules: readonly Rule[] = ownRulesOfSession(models),
    limits: ReadonlyMap<string, Condition> = new Map(),
    isOfLogic = false,
  ) {
    this.#limits = limits
    this.#key = key
    this.#isOfLogic = isOfLogic
    this.isAdmin = isAdmin
    this.rules = isAdmin ? [adminRule] : [...ownRules, ...rules]
    this.#models = models
    this.broken = isAdmin ? [] : this.#compile()
    this.visibility = isAdmin ? Visibility.whole(models) : Visibility.of(key, models, (model) => this.of(model, 'read'))
    this.known = isAdmin ? models : models.among(models.all.filter((model) => this.#isKnown(model)))
  }

  /** Returns what is allowed of an action on a model. If it is empty, nothing is allowed. */
  of(model: Model, action: Action): readonly Allowance[] {
    if (this.isReserved(model, action)) return []
    if (this.isAdmin) return adminAllowances(model, action, this.#closedOf(model, action), this.#models)
    return this.#allowances.get(`${action} ${model.name}`) ?? []
  }

  /** Whether lists of a model may be asked for. */
  mayList(model: Model): boolean {
    return this.of(model, 'read').some(({ rule }) => !rule.byId)
  }

  /** Returns a model with the fields that the caller may read or write: messages about a write name no others. */
  forWriting(model: Model): Model {
    if (this.isAdmin) return model
    const writable = this.#writable.get(model.name)
    if (writable) return writable
    const allowances = (['read', 'create', 'update'] as const).flatMap((action) => this.of(model, action))
    const isKnown = ({ name }: { name: string }) => allowances.some((allowance) => isFieldIn(allowance, name))
    const read = this.visibility.models.find(model.name)?.fields ?? []
    const known = {
      ...model,
      // Nobody writes a rollup, so only those are known that can be read.
      fields: model.fields.filter((field) => (isStored(field) ? isKnown(field) : read.includes(field))),
      relations: model.relations.filter((relation) => isKnown(relation) && this.known.find(relation.target)),
    }
    this.#writable.set(model.name, known)
    return known
  }

  /** Whether the action of that name may be run. */
  mayRun(actionName: string): boolean {
    return this.isAdmin || this.rules.some((rule) => rule.run === true && isAbout(rule, actionName))
  }

  /** The same rights for the code of actions, which also writes the fields that the models reserve for it. */
  forLogic(): Rights {
    if (this.#isOfLogic || this.#models.all.every(({ only }) => only === undefined)) return this
    this.#ofLogic ??= new Rights(this.#key, this.rules, this.isAdmin, this.#models, [], this.#limits, true)
    return this.#ofLogic
  }

  /** The same rights for exports: what is read by a rule that does not let it be exported is not there. */
  forExport(): Rights {
    if (this.isAdmin || this.rules.every((rule) => rule.export ?? true)) return this
    const rules = this.rules.map((rule) => ({ ...rule, read: rule.read && (rule.export ?? true) }))
    this.#ofExports ??= new Rights(`${this.#key} exports`, rules, false, this.#models, [], this.#limits)
    return this.#ofExports
  }

  /** The fields and relations of a model that only logic writes, unless these are the rights of logic. */
  reservedOf(model: Model): readonly string[] {
    return this.#isOfLogic ? [] : fieldsOfLogic(model)
  }

  /** Whether only logic does this with records of a model, and these are not the rights of logic. */
  isReserved(model: Model, action: Action): boolean {
    return !this.#isOfLogic && actionsOfLogic(model).some((one) => one === action)
  }

  /** The names of the actions by which the caller can write records that only logic writes. */
  writersOf(model: Model): readonly string[] {
    return this.#models.writersOf(model).filter((name) => this.mayRun(name))
  }

  /** The fields that no rule allows to write. */
  #closedOf(model: Model, action: Action): readonly string[] {
    const ofService = closedFieldsOf(model.name, action)
    const isWrite = action === 'create' || action === 'update'
    return model.only && isWrite ? [...ofService, ...this.reservedOf(model)] : ofService
  }

  #isKnown(model: Model): boolean {
    return actions.some((action) => this.of(model, action).length > 0)
  }

  #compile(): BrokenRule[] {
    const broken: BrokenRule[] = []
    for (const model of this.#models.all)
      for (const rule of rulesFor(model, this.rules, this.#models)) {
        const allowed = this.#parse(rule, model)
        if ('why' in allowed) broken.push({ rule, model: model.name, why: allowed.why })
        else this.#add(rule, model, allowed)
      }
    return broken
  }

  #add(rule: Rule, model: Model, { condition: own }: Pick<Allowance, 'condition'>): void {
    const limit = this.#limits.get(model.name)
    const condition: Condition | undefined = own && limit ? { is: 'and', parts: [own, limit] } : (own ?? limit)
    for (const action of actions) {
      if (!rule[action]) continue
      const key = `${action} ${model.name}`
      const closed = [...this.#closedOf(model, action), ...adminFieldsOf(model.name, action)]
      const fields = allowedFields(rule, model, action, closed, this.#models)
      if (fields?.size === 0 && closed.length > 0) continue
      this.#allowances.set(key, [...(this.#allowances.get(key) ?? []), { rule, condition, fields }])
    }
  }

  /** A rule that cannot be parsed allows nothing. */
  #parse(rule: Rule, model: Model): Pick<Allowance, 'condition'> | { why: string } {
    const fault = findFieldsFault(rule, model)
    if (fault !== undefined) return { why: fault }
    if (rule.condition === heldRoles) return { condition: held }
    if (rule.condition === sharedWithRoles) return { condition: linksToHeld(model) }
    try {
      const condition = parseRuleCondition(rule.condition, model, this.#models)
      return { condition: condition === everything ? undefined : condition }
    } catch (error) {
      if (error instanceof Failure) return { why: error.message }
      throw error
    }
  }
}

/** Met by records that are linked with a role of the calling user. */
function linksToHeld({ name: owner, relations }: Model): Condition {
  const relation = relations.find(({ target }) => target === roleModel)
  return relation ? { is: 'some', owner, steps: [], relation, part: held } : nothing
}
