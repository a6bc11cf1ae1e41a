import * as fc from 'fast-check'
import type { Field } from '../../src/model/field/Field.ts'
import { typeOf } from '../../src/model/field/fieldTypes.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Relation } from '../../src/model/relation/Relation.ts'
import type { Criterion } from './evaluate.ts'
import { idOf } from './comparable.ts'
import { type Kept, type Memory } from './Memory.ts'
import type { PlainRights } from './PlainRights.ts'
import type { Sent, Target } from './PlainWrites.ts'
import { pick } from './random.ts'
import { criterionOf, targetsOf } from './randomSearch.ts'
import { valueOf } from './randomValues.ts'

/** One write that a user tries. */
export type Attempt =
  | { readonly kind: 'create' | 'update'; readonly sent: Sent }
  | { readonly kind: 'bulk'; readonly records: readonly Sent[] }
  | { readonly kind: 'delete'; readonly target: Target }
  | { readonly kind: 'removeAll'; readonly targets: readonly Target[] }
  | { readonly kind: 'mass'; readonly data: Criterion; readonly values: Sent; readonly maxAffected: number }
  | { readonly kind: 'restore'; readonly id: number; readonly version: number; readonly toVersion: number }

/** More of the operations with more ways to go wrong. */
export const kinds = ['create', 'update', 'update', 'update', 'bulk', 'delete', 'removeAll', 'mass', 'restore'] as const

/** Writes that a user may try: mostly those that could be allowed, and always some that are not. */
export class RandomWrites {
  readonly #random: () => number
  readonly #rights: PlainRights
  readonly #memory: Memory

  constructor(random: () => number, rights: PlainRights) {
    this.#random = random
    this.#rights = rights
    this.#memory = rights.memory
  }

  /** Undefined if there is no record to try it on. */
  next(kind: Attempt['kind'], model: Model, mine: Memory): Attempt | undefined {
    if (kind === 'create') return { kind, sent: this.#newRecord(model) }
    const known = this.#candidates(model, mine)
    const [first] = known
    if (!first) return undefined
    const target = ({ record }: Kept) => ({ id: record.id, version: this.#version(record.version) })
    switch (kind) {
      case 'update':
        return { kind, sent: this.#change(pick(this.#random, known), model) }
      case 'bulk': {
        const some = this.#some(known, 3).map((kept) => this.#change(kept, model))
        const records = this.#chance(0.4) ? [...some, this.#newRecord(model)] : some
        return { kind, records }
      }
      case 'delete': {
        const { id, version } = target(pick(this.#random, known))
        return { kind, target: { id, version: this.#chance(0.5) ? version : null } }
      }
      case 'removeAll':
        return { kind, targets: this.#some(known, 3).map(target) }
      case 'mass':
        return this.#mass(model, mine)
      case 'restore': {
        const { record } = pick(this.#random, known)
        return { kind, id: record.id, version: this.#version(record.version), toVersion: 0 }
      }
    }
  }

  /** Mostly visible records. */
  #candidates({ name }: Model, mine: Memory): readonly Kept[] {
    const seen = mine.models.find(name)
      ? mine.all(name).flatMap(({ record }) => this.#memory.find(name, record.id) ?? [])
      : []
    return seen.length > 0 && this.#chance(0.85) ? seen : this.#memory.all(name)
  }

  #version(current: number): number {
    return this.#chance(0.92) ? current : Math.max(0, current - 1)
  }

  #change({ record }: Kept, model: Model): Sent {
    const names = this.#names(model, 'update')
    const members = this.#some(names, 3).map((name) => [name, this.#value(name, model, record.id)])
    return { id: record.id, version: this.#version(record.version), ...Object.fromEntries(members) }
  }

  #newRecord(model: Model): Sent {
    const names = new Set(this.#names(model, 'create'))
    const required = writable(model).filter((field) => field.required && (names.has(field.name) || this.#chance(0.5)))
    const chosen = [...new Set([...required.map(({ name }) => name), ...this.#some([...names], 3)])]
    return Object.fromEntries(chosen.map((name) => [name, this.#value(name, model, 0)]))
  }

  /** Mostly names that one of the rules allows to be written. */
  #names(model: Model, action: 'create' | 'update'): string[] {
    const all = [...writable(model), ...model.relations].map(({ name }) => name)
    const known = this.#rights.writableNames(model).filter((name) => all.includes(name))
    if (this.#chance(0.03)) return all
    const rules = this.#rights.of(model.name, action)
    if (rules.length === 0 || this.#chance(0.2)) return known
    const { writeFields } = pick(this.#random, rules)
    return known.filter((name) => writeFields?.includes(name) ?? true)
  }

  #mass(model: Model, mine: Memory): Attempt | undefined {
    const seen = mine.models.find(model.name)
    const values = this.#some(this.#names({ ...model, relations: [] }, 'update'), 2).filter(
      (name) => !model.relations.some((relation) => relation.name === name),
    )
    if (!seen || values.length === 0) return undefined
    const data = this.#sample(criterionOf(targetsOf(seen, mine.models, true)))
    const sent = Object.fromEntries(values.map((name) => [name, this.#value(name, model, 0)]))
    return { kind: 'mass', data, values: sent, maxAffected: this.#chance(0.8) ? 1_000 : 3 }
  }

  #value(name: string, model: Model, own: number): unknown {
    const relation = model.relations.find((one) => one.name === name)
    if (relation) return this.#related(relation, own)
    const field = model.fields.find((one) => one.name === name)
    if (!field) throw new Error(`${model.name} has no field ${name}.`)
    if (!field.required && this.#chance(0.2)) return null
    if (field.type === 'reference') return { id: this.#idOf(field.target) }
    return positiveZero(this.#sample(valueOf(field)))
  }

  #related(relation: Relation, own: number): unknown {
    const { type, target } = relation
    if (type === 'links') {
      const ids = Array.from({ length: Math.floor(this.#random() * 4) }, () => this.#idOf(target))
      return [...new Set(ids)].map((id) => ({ id }))
    }
    const other = this.#memory.models.get(target)
    const members = this.#memory.all(target).filter(({ record }) => idOf(record[relation.by]) === own)
    const kept = members.filter(() => this.#chance(0.8))
    const others = writable(other).filter(({ name, type: own }) => name !== relation.by && own !== 'reference')
    const changed = kept.map(({ record: { id, version } }) => {
      const [field] = this.#chance(0.3) ? this.#some(others, 1) : []
      return { id, version, ...(field ? { [field.name]: this.#value(field.name, other, 0) } : {}) }
    })
    const { [relation.by]: _, ...made } = this.#newRecord({ ...other, relations: [] })
    return this.#chance(0.3) ? [...changed, made] : changed
  }

  /** Mostly of a visible record. */
  #idOf(target: string): number {
    const model = this.#memory.models.get(target)
    const all = this.#memory.all(target)
    const seen = this.#chance(0.85) ? all.filter((kept) => this.#rights.sees(kept, model)) : []
    if (all.length === 0) return 1
    return pick(this.#random, seen.length > 0 ? seen : all).record.id
  }

  #some<T>(from: readonly T[], most: number): T[] {
    const left = [...from]
    const count = 1 + Math.floor(this.#random() * most)
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [one] = left.splice(Math.floor(this.#random() * left.length), 1)
      return one as T
    })
  }

  #sample<T>(arbitrary: fc.Arbitrary<T>): T {
    const [one] = fc.sample(arbitrary, { seed: Math.floor(this.#random() * 2 ** 31), numRuns: 1 })
    return one as T
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }
}

function writable({ fields }: Model): Field[] {
  return fields.filter((field) => typeOf(field).writable)
}

/** PostgreSQL has no negative zero. */
function positiveZero(value: unknown): unknown {
  return typeof value === 'string' && /^-0(\.0*)?$/.test(value) ? value.slice(1) : value
}
