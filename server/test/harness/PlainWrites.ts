import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../src/model/field/Field.ts'
import { typeOf } from '../../src/model/field/fieldTypes.ts'
import type { Model } from '../../src/model/Model.ts'
import type { CollectionRelation } from '../../src/model/relation/collection.ts'
import type { RecordJson } from './client.ts'
import { idOf } from './comparable.ts'
import { type Kept, type Memory } from './Memory.ts'
import type { PlainRights, PlainRule } from './PlainRights.ts'
import { withComputed } from './withComputed.ts'

/** A record as a client sends it: with an id it is updated, without one it is created. */
export type Sent = Readonly<Record<string, unknown>>

/** A write was refused, with its status. */
export class PlainRefusal extends Error {
  readonly status: number

  constructor(status: number, why: string) {
    super(why)
    this.status = status
  }
}

/** A target of a delete. */
export interface Target {
  readonly id: number
  readonly version: number | null
}

/**
 * The effects of writes and the permissions for them, evaluated in memory one after the other. Rules are checked on the
 * record before and after. A write that is refused half-way leaves the memory changed; its owner undoes that.
 */
export class PlainWrites {
  readonly #rights: PlainRights
  readonly memory: Memory
  #nextId: number

  /** New records get ids from `nextId` on, until the service answers the real ones. */
  constructor(rights: PlainRights, nextId: number) {
    this.#rights = rights
    this.memory = rights.memory
    this.#nextId = nextId
  }

  /** The ids of the written records. */
  write(model: Model, items: readonly Sent[]): number[] {
    const verdict = items.map((sent) => this.#judge(sent, model))
    for (const sent of items) this.#refuseUnseenLinks(sent, model)
    this.#refuseMissing(items, model)
    const ids = items.map((sent) => this.#writeRow(sent, model))
    for (const [index, sent] of items.entries()) this.#writeRelations(ids[index] ?? 0, sent, model)
    for (const [index, { before, names }] of verdict.entries())
      refuseExcess(this.#holding(before, this.#find(model, ids[index] ?? 0), model), names)
    return ids
  }

  remove(model: Model, targets: readonly Target[]): void {
    for (const { id } of targets) {
      const kept = this.#requireSeen(model, id)
      if (this.#holding(this.#rights.of(model.name, 'delete'), kept, model).length === 0)
        throw new PlainRefusal(403, 'no rule allows to delete it')
    }
    for (const { id, version } of targets)
      if (version !== null && this.#find(model, id).record.version !== version) throw new PlainRefusal(409, 'version')
    const going = new Set(targets.map(({ id }) => id))
    this.#refuseReferrers(model, going)
    this.#unlink(model, going)
    for (const id of going) this.memory.forget(model.name, id)
  }

  /** The rules that are met before the write, and the names that are written. */
  #judge(sent: Sent, model: Model): { before: PlainRule[]; names: string[] } {
    const written = [...writable(model), ...model.relations]
      .map(({ name }) => name)
      .filter((name) => Object.hasOwn(sent, name))
    if (sent['id'] === undefined) {
      const before = this.#rights.of(model.name, 'create')
      refuseExcess(before, written)
      return { before, names: written }
    }
    const kept = this.#requireSeen(model, Number(sent['id']))
    const before = this.#holding(this.#rights.of(model.name, 'update'), kept, model)
    const hidden = this.#rights.hiddenIn(kept, model)
    const names = written.filter((name) => {
      const field = model.fields.find((one) => one.name === name)
      return !field || hidden.has(name) || !isSame(field, sent[name], kept.record[name])
    })
    refuseExcess(before, names)
    return { before, names }
  }

  #holding(rules: readonly PlainRule[], kept: Kept, model: Model): PlainRule[] {
    return rules.filter((rule) => this.#rights.holds(rule, kept, model))
  }

  #requireSeen(model: Model, id: number): Kept {
    const kept = this.memory.find(model.name, id)
    if (!kept || !this.#rights.sees(kept, model)) throw new PlainRefusal(404, 'not seen')
    return kept
  }

  #find({ name }: Model, id: number): Kept {
    const kept = this.memory.find(name, id)
    if (!kept) throw new Error(`There is no ${name} ${id} in memory.`)
    return kept
  }

  /** Users cannot link or refer to records that they do not see; a reference that they see may stay. */
  #refuseUnseenLinks(sent: Sent, model: Model): void {
    for (const { type, name, target } of model.relations)
      if (type === 'links' && Object.hasOwn(sent, name))
        for (const id of idsIn(sent[name])) this.#requireTarget(target, id)
  }

  #refuseMissing(items: readonly Sent[], model: Model): void {
    for (const sent of items) {
      const kept = sent['id'] === undefined ? undefined : this.#find(model, Number(sent['id']))
      if (kept && kept.record.version !== sent['version']) throw new PlainRefusal(409, 'version')
      const hidden = kept ? this.#rights.hiddenIn(kept, model) : new Set()
      for (const field of writable(model)) {
        const id = idOf(sent[field.name])
        if (field.type !== 'reference' || !Object.hasOwn(sent, field.name) || id === null) continue
        const stays = kept && !hidden.has(field.name) && idOf(kept.record[field.name]) === id
        if (!stays) this.#requireTarget(field.target, id)
      }
    }
  }

  #requireTarget(target: string, id: number): void {
    const model = this.memory.models.get(target)
    const kept = this.memory.find(target, id)
    if (!kept || !this.#rights.sees(kept, model)) throw new PlainRefusal(400, 'refers to what is not seen')
  }

  #writeRow(sent: Sent, model: Model): number {
    const fields = writable(model).filter(({ name }) => Object.hasOwn(sent, name))
    const given = Object.fromEntries(fields.map(({ name }) => [name, sent[name] ?? null]))
    const me = authorOf(this.#rights.user)
    const now = new Date().toISOString()
    const kept = sent['id'] === undefined ? this.#newRecord(model, me, now) : this.#find(model, Number(sent['id']))
    const version = kept.record.version + (sent['id'] === undefined ? 0 : 1)
    const record: RecordJson = { ...kept.record, ...given, version, updatedOn: now, updatedBy: me }
    this.memory.keep(model.name, { ...kept, record: withComputed(record, model) })
    return record.id
  }

  #newRecord(model: Model, createdBy: unknown, createdOn: string): Kept {
    const empty = Object.fromEntries(writable(model).map(({ name }) => [name, null]))
    return { record: { ...empty, id: this.#nextId++, version: 0, createdOn, createdBy }, links: {} }
  }

  #writeRelations(id: number, sent: Sent, model: Model): void {
    for (const relation of model.relations.filter(({ name }) => Object.hasOwn(sent, name))) {
      if (relation.type === 'collection') {
        this.#writeMembers(id, relation, sent[relation.name] as Sent[])
        continue
      }
      const kept = this.#find(model, id)
      const other = this.memory.models.get(relation.target)
      const unseen = (kept.links[relation.name] ?? []).filter(
        (one) => !this.#rights.sees(this.#find(other, one), other),
      )
      const ids = [...new Set([...idsIn(sent[relation.name]), ...unseen])].sort((a, b) => a - b)
      this.memory.keep(model.name, { ...kept, links: { ...kept.links, [relation.name]: ids } })
    }
  }

  #writeMembers(parent: number, { target, by }: CollectionRelation, members: readonly Sent[]): void {
    const model = this.memory.models.get(target)
    const before = this.memory
      .all(target)
      .filter((kept) => idOf(kept.record[by]) === parent)
      .filter((kept) => this.#rights.sees(kept, model) && !this.#rights.hiddenIn(kept, model).has(by))
    const stays = ({ id, version, ...others }: Sent) =>
      Object.keys(others).length === 0 && before.some(({ record }) => record.id === id && record.version === version)
    this.write(
      model,
      members.filter((member) => !stays(member)).map((member) => ({ ...member, [by]: { id: parent } })),
    )
    const kept = members.map(({ id }) => id)
    const left = before.filter(({ record }) => !kept.includes(record.id)).map(({ record }) => record)
    const isRequired = model.fields.some(({ name, required }) => name === by && required)
    if (left.length === 0) return
    if (isRequired) this.remove(model, left)
    else
      this.write(
        model,
        left.map(({ id, version }) => ({ id, version, [by]: null })),
      )
  }

  #refuseReferrers(model: Model, going: ReadonlySet<number>): void {
    for (const other of this.memory.models.all)
      for (const field of other.fields) {
        if (field.type !== 'reference' || field.target !== model.name) continue
        for (const { record } of this.memory.all(other.name)) {
          const id = idOf(record[field.name])
          const goesToo = other.name === model.name && going.has(record.id)
          if (id !== null && going.has(id) && !goesToo) throw new PlainRefusal(409, 'referenced')
        }
      }
  }

  #unlink(model: Model, going: ReadonlySet<number>): void {
    const me = authorOf(this.#rights.user)
    for (const other of this.memory.models.all)
      for (const relation of other.relations) {
        if (relation.type !== 'links' || relation.target !== model.name) continue
        for (const kept of this.memory.all(other.name)) {
          const ids = kept.links[relation.name] ?? []
          const goesToo = other.name === model.name && going.has(kept.record.id)
          if (goesToo || !ids.some((id) => going.has(id))) continue
          const links = { ...kept.links, [relation.name]: ids.filter((id) => !going.has(id)) }
          const record = { ...kept.record, version: kept.record.version + 1, updatedBy: me }
          this.memory.keep(other.name, { record, links })
        }
      }
  }
}

function refuseExcess(holding: readonly PlainRule[], names: readonly string[]): void {
  if (holding.length === 0) throw new PlainRefusal(403, 'no rule allows it')
  const excess = names.filter((name) => !holding.some(({ writeFields }) => writeFields?.includes(name) ?? true))
  if (excess.length > 0) throw new PlainRefusal(403, `no rule allows to set ${excess.join()}`)
}

function writable({ fields }: Model): Field[] {
  return fields.filter((field) => typeOf(field).writable)
}

function idsIn(list: unknown): number[] {
  return (list as { id: number }[]).map(({ id }) => id)
}

function isSame({ type }: Field, given: unknown, own: unknown): boolean {
  if (type === 'reference') return idOf(given) === idOf(own)
  return isDeepStrictEqual(given ?? null, own ?? null)
}

/** A user as the author of a record. */
function authorOf({ record: { id, username, name } }: Kept): object {
  return { id, username, name }
}
