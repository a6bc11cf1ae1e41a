import { type Condition, nothing } from '../criteria/Condition.ts'
import { isFormula } from '../model/field/formula.ts'
import { isRollup, partsOf } from '../model/field/rollup.ts'
import type { Model } from '../model/Model.ts'
import { Models } from '../model/Models.ts'
import { type Allowance, isFieldIn } from './Allowance.ts'
import { dependsOnUser, readsOtherRecords } from './analyzeCondition.ts'
import { compareAllowances, type IsWithin } from './compareAllowances.ts'
import { RecentlyUsed } from './RecentlyUsed.ts'
import { restrictModel } from './restrictModel.ts'

/**
 * How many characters of SQL are cached. Clients choose which fields they change, so there may be any number of
 * different statements.
 */
const maxCachedSize = 2_000_000

/** What is visible of a model. */
interface ModelVisibility {
  /** Which records are visible; undefined: all. */
  readonly rows: Condition | undefined
  /** Fields that are visible in some of these records only. */
  readonly partial: ReadonlyMap<string, Condition>
  /** Fields that are visible in no record. */
  readonly hidden: ReadonlySet<string>
}

/**
 * What a caller can see. `models` does not contain the models and fields that the caller may not read, so that no plan
 * made with them can show them or reveal that they exist.
 */
export class Visibility {
  /** Two visibilities with the same key are the same, except for conditions that depend on the user. */
  readonly key: string
  readonly models: Models
  /** Undefined: everything is visible. */
  readonly #byModel: ReadonlyMap<string, ModelVisibility> | undefined
  readonly #personal = new Map<string, boolean>()
  readonly #further = new Map<string, boolean>()
  readonly #cache = new RecentlyUsed<unknown>(maxCachedSize)

  private constructor(key: string, models: Models, byModel?: ReadonlyMap<string, ModelVisibility>) {
    this.key = key
    this.models = models
    this.#byModel = byModel
  }

  /** Returns a visibility of everything. */
  static whole(models: Models): Visibility {
    return new Visibility('', models)
  }

  /** Returns the visibility of a caller who may read what the allowances say. */
  static of(key: string, models: Models, allowancesOf: (model: Model) => readonly Allowance[]): Visibility {
    const readable = models.all.flatMap((model) => {
      const allowances = allowancesOf(model)
      return allowances.length === 0 ? [] : [{ model, allowances }]
    })
    const byModel = new Map(readable.map(({ model, allowances }) => [model.name, allowances]))
    const restricted = readable.map(({ model }) => restrictModel(model, byModel, models))
    const visible = readable.map(({ model, allowances }, index) => {
      const shown = restricted[index] ?? model
      return [model.name, toVisibility(model, shown, allowances)] as const
    })
    return new Visibility(key, models.among(restricted), new Map(visible))
  }

  /** Whether everything is visible. */
  get isWhole(): boolean {
    return this.#byModel === undefined
  }

  /** Returns a value that depends on this visibility and the key only, from a cache if it was used recently. */
  cached<T>(key: string, make: () => T, sizeOf: (made: T) => number = () => 0): T {
    const found = this.#cache.find(key)
    if (found) return found.value as T
    const made = make()
    this.#cache.add(key, made, sizeOf(made))
    return made
  }

  /** Whether visibility of this model, or of any model reachable from it, depends on the user. */
  isPersonal({ name }: Model): boolean {
    const known = this.#personal.get(name)
    if (known !== undefined) return known
    const personal = [...reachableFrom(name, this.models)].some((reached) =>
      this.#conditionsOf(reached).some(dependsOnUser),
    )
    this.#personal.set(name, personal)
    return personal
  }

  /** Returns which records of a model are visible; undefined: all of them. */
  rowsOf({ name }: Model): Condition | undefined {
    if (!this.#byModel) return undefined
    const visible = this.#byModel.get(name)
    return visible ? visible.rows : nothing
  }

  /** Returns in which of the visible records a field is visible; undefined: in all of them. */
  rowsOfField({ name }: Model, field: string): Condition | undefined {
    const visible = this.#byModel?.get(name)
    return visible?.hidden.has(field) ? nothing : visible?.partial.get(field)
  }

  /** Returns the fields of a model that are visible in some records only. */
  partialFieldsOf({ name }: Model): ReadonlyMap<string, Condition> {
    return this.#byModel?.get(name)?.partial ?? new Map()
  }

  /**
   * Whether the visibility of the records that a model refers to, or that its rollups are computed from, depends on yet
   * other records, or whether they may be the written records themselves. If so, a write may change what its own
   * response can show of them.
   */
  referencesDependOnOthers({ name, fields }: Model): boolean {
    const known = this.#further.get(name)
    if (known !== undefined) return known
    const isFurther = (target: string) => this.#conditionsOf(target).some(readsOtherRecords)
    const further = fields.some((field) => {
      if (isRollup(field)) return field.resolved?.target === name || isFurther(field.resolved?.target ?? name)
      if (isFormula(field)) return field.reads?.some((target) => target === name || isFurther(target)) === true
      return field.type === 'reference' && isFurther(field.target)
    })
    this.#further.set(name, further)
    return further
  }

  /** Whether every record of a model is visible, with the same fields. */
  isPlain({ name }: Model): boolean {
    if (!this.#byModel) return true
    const visible = this.#byModel.get(name)
    return visible !== undefined && visible.rows === undefined && visible.partial.size === 0
  }

  #conditionsOf(modelName: string): Condition[] {
    const visible = this.#byModel?.get(modelName)
    return visible ? [...(visible.rows ? [visible.rows] : []), ...visible.partial.values()] : []
  }
}

/** Returns the names of a model and of all models that are reachable from it by references and relations. */
function reachableFrom(start: string, models: Models): Set<string> {
  const reached = new Set([start])
  // The loop also visits what is added to the set meanwhile.
  for (const name of reached) {
    const model = models.find(name)
    for (const member of [...(model?.fields ?? []), ...(model?.relations ?? [])])
      if ('target' in member) reached.add(member.target)
  }
  return reached
}

/** Returns the condition under which at least one of the allowances holds; undefined: always. */
function anyOf(allowances: readonly Allowance[], isWithin: IsWithin): Condition | undefined {
  const widest = allowances.filter(
    (one, index) =>
      !allowances.some((other, at) => at !== index && isWithin(one, other) && (at < index || !isWithin(other, one))),
  )
  const conditions = widest.flatMap(({ condition }) => condition ?? [])
  if (conditions.length < widest.length) return undefined
  return conditions.length === 1 ? conditions[0] : { is: 'or', parts: conditions }
}

/** `shown` is the model without what is visible in no record. */
function toVisibility(model: Model, shown: Model, allowances: readonly Allowance[]): ModelVisibility {
  const partial = new Map<string, Condition>()
  const hidden = new Set([...model.fields, ...model.relations].map(({ name }) => name))
  for (const { name } of [...shown.fields, ...shown.relations]) hidden.delete(name)
  const isWithin = compareAllowances(allowances)
  const fields = shown.fields.map((field) => ({
    name: field.name,
    needed: isRollup(field) ? [partsOf(field).relation] : [],
  }))
  const relations = shown.relations.map(({ name }) => ({ name, needed: [] }))
  // Most fields are granted by the same allowances: their conditions are compared once.
  const conditions = new Map<string, Condition | undefined>()
  const toCondition = (granting: readonly Allowance[]) => {
    const isEverywhere = allowances.every((one) => granting.some((other) => isWithin(one, other)))
    return isEverywhere ? undefined : anyOf(granting, isWithin)
  }
  for (const { name, needed } of [...fields, ...relations]) {
    const granting = allowances.filter((one) => [name, ...needed].every((part) => isFieldIn(one, part)))
    const key = granting.map((one) => allowances.indexOf(one)).join()
    if (!conditions.has(key)) conditions.set(key, toCondition(granting))
    const condition = conditions.get(key)
    if (condition) partial.set(name, condition)
  }
  return { rows: anyOf(allowances, isWithin), partial, hidden }
}
