import { factorModel, identityModel, keyModel, sessionModel, userModel } from '../../src/model/builtIn/names.ts'
import type { Field } from '../../src/model/field/Field.ts'
import { isRollup, partsOf } from '../../src/model/field/rollup.ts'
import type { Model } from '../../src/model/Model.ts'
import { Models } from '../../src/model/Models.ts'
import type { Relation } from '../../src/model/relation/Relation.ts'
import { bindVariables } from './bindVariables.ts'
import { type Criterion, evaluate } from './evaluate.ts'
import { type Kept, Memory } from './Memory.ts'
import { userFields } from './randomModels.ts'

export type Action = 'read' | 'create' | 'update' | 'delete'

/** A rule as an administrator writes it. */
export interface PlainRule extends Readonly<Partial<Record<Action, boolean>>> {
  readonly model: string
  readonly condition: Criterion | null
  readonly readFields: readonly string[] | null
  readonly writeFields: readonly string[] | null
}

const own: Criterion = { fieldName: 'user', operator: '=', value: '$user.id' }
const all = { condition: null, readFields: null, writeFields: null }

const ownFields = [
  'username',
  'name',
  'admin',
  'timeZone',
  'language',
  'email',
  'emailVerifiedOn',
  'kind',
  'externalId',
  'provisioned',
  'roles',
]

/** What every user may do, according to the documentation. */
const forEverybody: readonly PlainRule[] = [
  {
    ...all,
    model: userModel,
    read: true,
    condition: { fieldName: 'id', operator: '=', value: '$user.id' },
    readFields: [...ownFields, ...Object.keys(userFields)],
  },
  { ...all, model: sessionModel, read: true, delete: true, condition: own },
  { ...all, model: identityModel, read: true, condition: own },
  { ...all, model: factorModel, read: true, delete: true, condition: own },
  { ...all, model: keyModel, read: true, create: true, update: true, delete: true, condition: own },
]

/** The meaning of rules, evaluated record by record in the simplest way. The SQL of the service is compared with it. */
export class PlainRights {
  readonly memory: Memory
  readonly #rules: readonly PlainRule[]
  readonly #user: () => Kept

  /** The user is looked up each time, since a rule depends on their current values. */
  constructor(rules: readonly PlainRule[], user: () => Kept, memory: Memory) {
    this.#rules = [...forEverybody, ...rules]
    this.#user = user
    this.memory = memory
  }

  get user(): Kept {
    return this.#user()
  }

  /** The rules that allow an action on a model. */
  of(model: string, action: Action): PlainRule[] {
    return this.#rules.filter((rule) => rule[action] && isAbout(rule.model, model))
  }

  /** Whether lists of a model are answered: one's own user is read by its id alone. */
  lists(model: string): boolean {
    return this.of(model, 'read').some((rule) => !forEverybody.includes(rule) || model !== userModel)
  }

  /** Whether a record meets the condition of a rule. */
  holds({ condition }: PlainRule, kept: Kept, model: Model): boolean {
    return condition === null || evaluate(bindVariables(condition, this.user.record), kept, model, this.memory) === true
  }

  sees(kept: Kept, model: Model): boolean {
    return this.of(model.name, 'read').some((rule) => this.holds(rule, kept, model))
  }

  /** The hidden fields and relations of a record. */
  hiddenIn(kept: Kept, model: Model): Set<string> {
    const holding = this.of(model.name, 'read').filter((rule) => this.holds(rule, kept, model))
    return new Set(namesOf(model).filter((name) => !holding.some((rule) => shows(rule, name, model))))
  }

  knows(model: string): boolean {
    return (['read', 'create', 'update', 'delete'] as const).some((action) => this.of(model, action).length > 0)
  }

  /** The fields of all models that are visible in at least one record. */
  seenModels(): Models {
    const readable = this.memory.models.all.filter(({ name }) => this.of(name, 'read').length > 0)
    return new Models(readable.map((model) => this.#restrict(model)))
  }

  /** The names that may be sent with a record of a model. */
  writableNames(model: Model): string[] {
    const rules = [
      ...this.of(model.name, 'read').map(({ readFields }) => readFields),
      ...[...this.of(model.name, 'create'), ...this.of(model.name, 'update')].map(({ writeFields }) => writeFields),
    ]
    const unknown = model.relations.filter(({ target }) => !this.knows(target)).map(({ name }) => name)
    const seen = this.of(model.name, 'read').length > 0 ? this.#restrict(model) : undefined
    return namesOf(model).filter((name) => {
      const field = model.fields.find((one) => one.name === name)
      if (field && isRollup(field)) return seen?.fields.includes(field)
      return rules.some((names) => names?.includes(name) ?? true) && !unknown.includes(name)
    })
  }

  /** The visible records, each with its visible fields. */
  seenMemory(): Memory {
    const seen = new Memory(this.seenModels())
    for (const { name } of seen.models.all) {
      const model = this.memory.models.get(name)
      for (const kept of this.memory.all(name)) if (this.sees(kept, model)) seen.keep(name, this.project(kept, model))
    }
    return seen
  }

  /** A record with its visible fields. */
  project(kept: Kept, model: Model): Kept {
    const hidden = this.hiddenIn(kept, model)
    const isShown = ([name]: [string, unknown]) => !hidden.has(name)
    return {
      record: { ...kept.record, ...Object.fromEntries(Object.entries(kept.record).filter(isShown)), ...blank(hidden) },
      links: Object.fromEntries(Object.entries(kept.links).filter(isShown)),
      hidden,
    }
  }

  #restrict(model: Model): Model {
    const rules = this.of(model.name, 'read')
    const isSeen = ({ name }: { name: string }) => this.#isEverSeen(model.name, name)
    const relations = model.relations.filter((relation) => isSeen(relation) && this.#isOtherSideSeen(relation))
    const fields = model.fields.filter((field) => isSeen(field) && this.#areMembersSeen(field, model, relations))
    const { search, ...others } = model
    const always = search?.every((name) => rules.every(({ readFields }) => readFields?.includes(name) ?? true))
    return {
      ...others,
      fields,
      relations,
      list: model.list.filter((name) => fields.some((field) => field.name === name)),
      ...(search && always ? { search } : {}),
    }
  }

  #isEverSeen(model: string, name: string): boolean {
    return this.of(model, 'read').some(({ readFields }) => readFields?.includes(name) ?? true)
  }

  /** A rollup needs its relation, by the same rule, and the fields of its records. */
  #areMembersSeen(field: Field, model: Model, relations: readonly Relation[]): boolean {
    if (!isRollup(field)) return true
    const relation = relations.find(({ name }) => name === partsOf(field).relation)
    return (
      relation !== undefined &&
      this.of(model.name, 'read').some((rule) => shows(rule, field.name, model)) &&
      (field.resolved?.uses ?? []).every((name) => this.#isEverSeen(relation.target, name))
    )
  }

  /** A collection is the other side of a reference, so that reference must be visible. */
  #isOtherSideSeen(relation: Relation): boolean {
    if (this.of(relation.target, 'read').length === 0) return false
    return relation.type === 'links' || this.#isEverSeen(relation.target, relation.by)
  }
}

/** Whether a rule shows a field or relation; a rollup only together with its relation. */
export function shows({ readFields }: PlainRule, name: string, { fields }: Model): boolean {
  const field = fields.find((one) => one.name === name)
  const needed = field && isRollup(field) ? [name, partsOf(field).relation] : [name]
  return needed.every((one) => readFields?.includes(one) ?? true)
}

export function namesOf({ fields, relations }: Model): string[] {
  return [...fields, ...relations].map(({ name }) => name)
}

function isAbout(meant: string, model: string): boolean {
  if (meant === model) return true
  if (model.startsWith('tabularium.')) return false
  return meant === '*' || (meant.endsWith('.*') && model.startsWith(meant.slice(0, -1)))
}

/** A hidden field has no value. */
function blank(hidden: ReadonlySet<string>): Record<string, undefined> {
  return Object.fromEntries([...hidden].map((name) => [name, undefined]))
}
