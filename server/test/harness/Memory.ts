import { userModel } from '../../src/model/builtIn/names.ts'
import type { Field } from '../../src/model/field/Field.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Models } from '../../src/model/Models.ts'
import { builtInColumns } from '../../src/criteria/path.ts'
import type { Relation } from '../../src/model/relation/Relation.ts'
import type { RecordJson } from './client.ts'
import { evaluateRollup } from './evaluateRollup.ts'
import { idOf } from './comparable.ts'
import { isRollup, partsOf, type RollupField } from '../../src/model/field/rollup.ts'

/** A record as its own write answered it, and what it is linked to. */
export interface Kept {
  readonly record: RecordJson
  readonly links: Readonly<Record<string, readonly number[]>>
  /** The fields and relations of it that are hidden; none if absent. */
  readonly hidden?: ReadonlySet<string>
}

/** The parts of a dotted name, in order. */
export type Part = { readonly field: Field } | { readonly relation: Relation }

/** All records of all models in memory, to compare searches with. */
export class Memory {
  readonly models: Models
  readonly #kept = new Map<string, Map<number, Kept>>()
  readonly #sorted = new Map<string, readonly Kept[]>()

  constructor(models: Models) {
    this.models = models
  }

  keep(model: string, kept: Kept): void {
    const records = this.#kept.get(model) ?? new Map<number, Kept>()
    this.#kept.set(model, records.set(kept.record.id, kept))
    this.#sorted.delete(model)
  }

  /** The records of a model in the order of their ids. */
  all(model: string): readonly Kept[] {
    const known = this.#sorted.get(model)
    if (known) return known
    const sorted = [...(this.#kept.get(model)?.values() ?? [])].sort((a, b) => a.record.id - b.record.id)
    this.#sorted.set(model, sorted)
    return sorted
  }

  /** The parts of a dotted name. */
  partsOf(name: string, model: Model): Part[] {
    const [head = '', ...rest] = name.split('.')
    const relation = model.relations.find((one) => one.name === head)
    if (relation)
      return [{ relation }, ...(rest.length > 0 ? this.partsOf(rest.join('.'), this.models.get(relation.target)) : [])]
    const field = [...model.fields, ...builtInColumns].find((one) => one.name === head)
    if (!field) throw new Error(`${model.name} has no field ${head}.`)
    if (rest.length === 0) return [{ field }]
    if (field.type !== 'reference') throw new Error(`${head} leads nowhere.`)
    return [{ field }, ...this.partsOf(rest.join('.'), this.models.get(field.target))]
  }

  /** The record that a reference points to. */
  follow(field: Field, { record }: Kept): Kept | undefined {
    const id = idOf(record[field.name])
    return field.type === 'reference' && id !== null ? this.#kept.get(field.target)?.get(id) : undefined
  }

  find(model: string, id: number): Kept | undefined {
    return this.#kept.get(model)?.get(id)
  }

  forget(model: string, id: number): void {
    this.#kept.get(model)?.delete(id)
    this.#sorted.delete(model)
  }

  /** Returns a function that undoes all later changes of this memory. */
  mark(): () => void {
    const before = new Map([...this.#kept].map(([model, records]) => [model, new Map(records)]))
    return () => {
      this.#kept.clear()
      this.#sorted.clear()
      for (const [model, records] of before) this.#kept.set(model, records)
    }
  }

  /** The records of a relation, in the order of their ids. */
  related(relation: Relation, { record, links, hidden }: Kept): Kept[] {
    if (hidden?.has(relation.name)) return []
    if (relation.type === 'collection')
      return this.all(relation.target).filter((other) => idOf(other.record[relation.by]) === record.id)
    const ids = links[relation.name] ?? []
    return this.all(relation.target).filter((other) => ids.includes(other.record.id))
  }

  /** The value of a field; a rollup is computed from what this memory has. */
  valueOf({ name, ...field }: Field, kept: Kept): unknown {
    if (kept.hidden?.has(name)) return null
    const whole = { ...field, name } as Field
    if (!isRollup(whole)) return kept.record[name] ?? null
    const relation = this.#relationOf(whole)
    return evaluateRollup(whole, relation ? this.related(relation, kept).map(({ record }) => record) : [])
  }

  /** The relation of a rollup: the only one of its name that leads to the model of its records. */
  #relationOf(field: RollupField): Relation | undefined {
    const own = this.models.all.find(({ fields }) =>
      fields.some((one) => isRollup(one) && one.resolved === field.resolved),
    )
    return own?.relations.find(({ name }) => name === partsOf(field).relation)
  }

  /** A record as an answer shows it, with the requested fields. */
  show(kept: Kept, names: readonly string[], model: Model): object {
    const { id, version } = kept.record
    const heads = Map.groupBy(names, (name) => name.split('.', 1)[0] ?? '')
    const shown = [...heads].filter(([head]) => !kept.hidden?.has(head))
    const members = shown.map(([head, grouped]) => {
      const rests = grouped.map((name) => name.slice(head.length + 1)).filter((rest) => rest !== '')
      return [head, this.#showMember(kept, head, rests, model)]
    })
    return { ...Object.fromEntries(members), id, version }
  }

  #showMember(kept: Kept, head: string, rests: readonly string[], model: Model): unknown {
    const [part] = this.partsOf(head, model)
    if (part && 'relation' in part) {
      const other = this.models.get(part.relation.target)
      return this.related(part.relation, kept).map((one) => this.show(one, [...titleOf(other), ...rests], other))
    }
    const value = part ? this.valueOf(part.field, kept) : null
    if (part?.field.type !== 'reference' || value === null) return value
    const other = this.models.find(part.field.target)
    const followed = this.follow(part.field, kept)
    const shown = other && followed ? this.show(followed, [...titleOf(other), ...rests], other) : { id: idOf(value) }
    return { ...shown, ...namesIn(part.field.target, value) }
  }
}

/** The names that a reference to a user always shows, as its record was answered to the administrator. */
export function namesIn(target: string, value: unknown): object {
  if (target !== userModel) return {}
  const { username, name } = value as { readonly username: unknown; readonly name: unknown }
  return { username, name }
}

/** The title is shown with every record, if it is visible. */
function titleOf({ title, fields }: Model): string[] {
  return fields.some(({ name }) => name === title) ? [title] : []
}
