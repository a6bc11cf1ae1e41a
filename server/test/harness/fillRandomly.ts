import * as fc from 'fast-check'
import { typeOf } from '../../src/model/field/fieldTypes.ts'
import type { Field } from '../../src/model/field/Field.ts'
import type { Model } from '../../src/model/Model.ts'
import { type Client, type RecordJson, recordsOf } from './client.ts'
import type { Memory } from './Memory.ts'
import { valueOf } from './randomValues.ts'
import { withComputed } from './withComputed.ts'

/**
 * Creates records of all models, with their references and links, by bulk calls, and stores the answers in memory, with
 * fields that are computed here.
 * Models that already have records in memory are skipped.
 */
export async function fillRandomly(
  client: Client,
  memory: Memory,
  { seed, perModel }: { seed: number; perModel: number },
): Promise<void> {
  const known = memory.models.all.map(({ name }) => [name, memory.all(name).map(({ record }) => record.id)] as const)
  const ids = new Map(known.filter(([, made]) => made.length > 0))
  const empty = memory.models.all.filter(({ name }) => !ids.has(name))
  for (const model of empty) {
    const made = await save(client, model, fc.sample(newRecord(model, ids), { seed, numRuns: perModel }))
    ids.set(
      model.name,
      made.map(({ id }) => id),
    )
    for (const record of made) memory.keep(model.name, { record: withComputed(record, model), links: {} })
  }
  for (const model of empty) await connect(client, memory, model, ids, seed)
}

/** A third of them has only values; the others refer and link to records of all models, also of their own. */
async function connect(
  client: Client,
  memory: Memory,
  model: Model,
  ids: ReadonlyMap<string, readonly number[]>,
  seed: number,
): Promise<void> {
  const before = memory.all(model.name).filter((_, place) => place % 3 > 0)
  const changes = fc.sample(references(model, ids), { seed, numRuns: before.length })
  const sent = before.map(({ record: { id, version } }, place) => ({ ...changes[place], id, version }))
  for (const [place, record] of (await save(client, model, sent)).entries()) {
    const links = Object.entries(changes[place] ?? {}).flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, value.map(({ id }: { id: number }) => id)]] : [],
    )
    memory.keep(model.name, { record: withComputed(record, model), links: Object.fromEntries(links) })
  }
}

async function save(client: Client, { name }: Model, records: readonly object[]): Promise<RecordJson[]> {
  return recordsOf(await client.exchange('POST', `/ws/rest/${name}`, { body: { records } }))
}

function newRecord(model: Model, ids: ReadonlyMap<string, readonly number[]>): fc.Arbitrary<object> {
  const members = writable(model).flatMap((field) => {
    if (field.type === 'reference' && !field.required) return []
    const value = field.type === 'reference' ? oneOf(ids.get(field.target) ?? []) : valueOf(field)
    return [[field.name, field.required ? value : fc.option(value, { nil: null, freq: 3 })]]
  })
  return fc.record(Object.fromEntries(members))
}

function references(model: Model, ids: ReadonlyMap<string, readonly number[]>): fc.Arbitrary<Record<string, unknown>> {
  const own = writable(model)
    .filter((field) => field.type === 'reference')
    .map(({ name, target, required }) => {
      const value = oneOf(ids.get(target) ?? [])
      return [name, required ? value : fc.option(value, { nil: null, freq: 3 })]
    })
  const links = model.relations
    .filter(({ type }) => type === 'links')
    .map(({ name, target }) => [
      name,
      fc.subarray([...(ids.get(target) ?? [])], { maxLength: 6 }).map((chosen) => chosen.map((id) => ({ id }))),
    ])
  return fc.record(Object.fromEntries([...own, ...links]))
}

function oneOf(ids: readonly number[]): fc.Arbitrary<{ id: number }> {
  return fc.constantFrom(...ids).map((id) => ({ id }))
}

function writable(model: Model): Field[] {
  return model.fields.filter((field) => typeOf(field).writable)
}
