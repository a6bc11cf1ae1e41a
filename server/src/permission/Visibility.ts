import { type Condition, nothing } from '../criteria/Condition.ts'
import type { Model } from '../model/Model.ts'
import { Models } from '../model/Models.ts'
import type { Relation } from '../model/relation/Relation.ts'
import type { Allowance } from './Allowance.ts'
import { asksForUser, asksFurther } from './asks.ts'
import { RecentlyUsed } from './RecentlyUsed.ts'

/** Clients choose which fields they change, so there may be any number of different statements: so many characters of them are kept. */
const mostKept = 2_000_000

/** What somebody sees of a model. */
interface Seen {
  /** Which records; undefined: all. */
  readonly rows: Condition | undefined
  /** Fields that are seen in some of these records alone. */
  readonly partial: ReadonlyMap<string, Condition>
  /** Fields that are seen in none. */
  readonly hidden: ReadonlySet<string>
}

/**
 * What somebody sees. Models and fields that they may not read are not in `models`, so that whatever is planned with these
 * can neither show them nor tell that they exist.
 */
export class Visibility {
  /** Two visibilities of one key see the same, but for what depends on who looks. */
  readonly key: string
  readonly models: Models
  /** Undefined: everything is seen. */
  readonly #seen: ReadonlyMap<string, Seen> | undefined
  readonly #personal = new Map<string, boolean>()
  readonly #kept = new RecentlyUsed<unknown>(mostKept)

  private constructor(key: string, models: Models, seen?: ReadonlyMap<string, Seen>) {
    this.key = key
    this.models = models
    this.#seen = seen
  }

  /** That of somebody who sees everything. */
  static whole(models: Models): Visibility {
    return new Visibility('', models)
  }

  /** That of somebody who may read what the allowances say. */
  static of(key: string, models: Models, allowancesOf: (model: Model) => readonly Allowance[]): Visibility {
    const readable = models.all.flatMap((model) => {
      const allowances = allowancesOf(model)
      return allowances.length === 0 ? [] : [{ model, allowances }]
    })
    const byModel = new Map(readable.map(({ model, allowances }) => [model.name, allowances]))
    const restricted = readable.map(({ model, allowances }) => restrict(model, allowances, byModel))
    const seen = readable.map(({ model, allowances }) => [model.name, toSeen(model, allowances)] as const)
    return new Visibility(key, new Models(restricted), new Map(seen))
  }

  /** Whether everything is seen. */
  get isWhole(): boolean {
    return this.#seen === undefined
  }

  /** Something that follows from the visibility and the key alone, kept as long as it is among what was used last. */
  keep<T>(key: string, make: () => T, sizeOf: (made: T) => number = () => 0): T {
    const known = this.#kept.find(key)
    if (known) return known.value as T
    const made = make()
    this.#kept.add(key, made, sizeOf(made))
    return made
  }

  /** Whether it depends on who looks what is seen of a model's records and of all that they lead to. */
  isPersonal({ name }: Model): boolean {
    const known = this.#personal.get(name)
    if (known !== undefined) return known
    const personal = [...reach(name, this.models)].some((one) => dependsOnUser(this.#seen?.get(one)))
    this.#personal.set(name, personal)
    return personal
  }

  /** Which records of a model are seen; undefined: all of them. */
  rowsOf({ name }: Model): Condition | undefined {
    if (!this.#seen) return undefined
    const seen = this.#seen.get(name)
    return seen ? seen.rows : nothing
  }

  /** In which of the seen records a field is seen; undefined: in all of them. */
  rowsOfField({ name }: Model, field: string): Condition | undefined {
    const seen = this.#seen?.get(name)
    return seen?.hidden.has(field) ? nothing : seen?.partial.get(field)
  }

  /** The fields of a model that are seen in some records alone. */
  partialFieldsOf({ name }: Model): ReadonlyMap<string, Condition> {
    return this.#seen?.get(name)?.partial ?? new Map()
  }

  /**
   * Whether it depends on yet other records what is seen of those that a model refers to: a write may change by itself what its
   * answer shows of them.
   */
  looksFurther({ name, fields }: Model): boolean {
    return this.keep(`further ${name}`, () =>
      fields.some(
        (field) => field.type === 'reference' && conditionsOf(this.#seen?.get(field.target)).some(asksFurther),
      ),
    )
  }

  /** Whether all that is seen of a model is seen in every record of it. */
  isPlain({ name }: Model): boolean {
    if (!this.#seen) return true
    const seen = this.#seen.get(name)
    return seen !== undefined && seen.rows === undefined && seen.partial.size === 0
  }
}

/** The names of a model and of all models that references and relations lead to from it. */
function reach(start: string, models: Models): Set<string> {
  const reached = new Set([start])
  // A set goes on over what is added to it meanwhile.
  for (const name of reached) {
    const model = models.find(name)
    for (const one of [...(model?.fields ?? []), ...(model?.relations ?? [])])
      if ('target' in one) reached.add(one.target)
  }
  return reached
}

function dependsOnUser(seen: Seen | undefined): boolean {
  return conditionsOf(seen).some(asksForUser)
}

function conditionsOf(seen: Seen | undefined): Condition[] {
  return seen ? [...(seen.rows ? [seen.rows] : []), ...seen.partial.values()] : []
}

/** The condition under which one of some allowances holds; undefined: always. */
export function anyOf(allowances: readonly Allowance[]): Condition | undefined {
  const conditions = allowances.map(({ condition }) => condition)
  const known = conditions.filter((condition) => condition !== undefined)
  if (known.length < conditions.length) return undefined
  return known.length === 1 ? known[0] : { is: 'or', parts: known }
}

function toSeen(model: Model, allowances: readonly Allowance[]): Seen {
  const partial = new Map<string, Condition>()
  const hidden = new Set<string>()
  for (const { name } of [...model.fields, ...model.relations]) {
    const granting = allowances.filter(({ fields }) => fields?.has(name) ?? true)
    const condition = granting.length === allowances.length ? undefined : anyOf(granting)
    if (granting.length === 0) hidden.add(name)
    else if (condition) partial.set(name, condition)
  }
  return { rows: anyOf(allowances), partial, hidden }
}

/** A model without what may not be read in any record of it. */
function restrict(
  model: Model,
  allowances: readonly Allowance[],
  byModel: ReadonlyMap<string, readonly Allowance[]>,
): Model {
  const isSeen = ({ name }: { name: string }) => isSeenIn(name, allowances)
  const isAlwaysSeen = (name: string) => allowances.every(({ fields }) => fields?.has(name) ?? true)
  const { search, together, indexes: _, ...others } = model
  const fields = model.fields.filter(isSeen)
  const has = (name: string) => fields.some((field) => field.name === name)
  const searched = search?.filter(isAlwaysSeen) ?? []
  return {
    ...others,
    fields,
    relations: model.relations.filter((relation) => isSeen(relation) && isOtherSideSeen(relation, byModel)),
    list: model.list.filter(has),
    // A title that is not seen is not told either: records go by their ids then.
    title: has(model.title) ? model.title : 'id',
    // `q` looks into what is seen in every record. The index is over all search fields, and serves where none is left out.
    ...(searched.length > 0 ? { search: searched } : {}),
    ...(together ? { together: together.map((group) => group.filter(has)).filter((group) => group.length > 1) } : {}),
  }
}

function isSeenIn(name: string, allowances: readonly Allowance[]): boolean {
  return allowances.some(({ fields }) => fields?.has(name) ?? true)
}

/** A collection tells what the others refer to: who may not read that of them does not know of it. */
function isOtherSideSeen(relation: Relation, byModel: ReadonlyMap<string, readonly Allowance[]>): boolean {
  const allowances = byModel.get(relation.target)
  return allowances !== undefined && (relation.type === 'links' || isSeenIn(relation.by, allowances))
}
