import { typeOf } from '../../src/model/field/fieldTypes.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Client, Reply } from './client.ts'
import { searchIn } from './evaluate.ts'
import type { Memory } from './Memory.ts'
import { type PlainRights, type PlainRule, namesOf, shows } from './PlainRights.ts'
import { PlainRefusal, PlainWrites, type Sent } from './PlainWrites.ts'
import type { Attempt } from './randomWrites.ts'

/**
 * The expected result of a write: refused (with this status, if only one is possible), or the ids of the written
 * records.
 */
export type Outcome = { readonly refused: number } | { readonly ids: readonly number[]; readonly total?: number }

/** Sends a write. */
export function send(client: Client, { name }: Model, attempt: Attempt, dryRun: boolean): Promise<Reply> {
  const query = dryRun ? '?dryRun=true' : ''
  const path = `/ws/rest/${name}`
  switch (attempt.kind) {
    case 'create':
      return client.exchange('PUT', `${path}${query}`, { body: { data: attempt.sent } })
    case 'update':
      return client.exchange('POST', `${path}/${String(attempt.sent['id'])}${query}`, { body: { data: attempt.sent } })
    case 'bulk':
      return client.exchange('POST', `${path}${query}`, { body: { records: attempt.records } })
    case 'delete': {
      const { id, version } = attempt.target
      const parameters = [dryRun ? 'dryRun=true' : '', version === null ? '' : `version=${version}`].filter(Boolean)
      return client.exchange('DELETE', `${path}/${id}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`)
    }
    case 'removeAll':
      return client.exchange('POST', `${path}/removeAll${query}`, { body: { records: attempt.targets } })
    case 'mass': {
      const { data, values, maxAffected } = attempt
      return client.exchange('POST', `${path}/updateMass${query}`, { body: { data, values, maxAffected } })
    }
    case 'restore': {
      const { version, toVersion } = attempt
      return client.exchange('POST', `${path}/${attempt.id}/restore${query}`, {
        body: { data: { version, toVersion } },
      })
    }
  }
}

/** Evaluates in memory what a write must result in, and changes the memory accordingly. */
export function foresee(rights: PlainRights, model: Model, attempt: Attempt, mine: Memory, nextId: number): Outcome {
  const undo = rights.memory.mark()
  try {
    refuseUnplanned(rights, model, attempt)
    return execute(new PlainWrites(rights, nextId), rights, model, attempt, mine)
  } catch (error) {
    undo()
    if (error instanceof PlainRefusal) return { refused: error.status }
    throw error
  }
}

function execute(writes: PlainWrites, rights: PlainRights, model: Model, attempt: Attempt, mine: Memory): Outcome {
  switch (attempt.kind) {
    case 'create':
    case 'update':
      return { ids: writes.write(model, [attempt.sent]) }
    case 'bulk':
      return { ids: writes.write(model, attempt.records) }
    case 'delete':
      writes.remove(model, [attempt.target])
      return { ids: [attempt.target.id] }
    case 'removeAll':
      writes.remove(model, attempt.targets)
      return { ids: attempt.targets.map(({ id }) => id) }
    case 'mass':
      return updateMatching(writes, model, attempt, mine)
    case 'restore':
      return restore(rights, model, attempt)
  }
}

function updateMatching(
  writes: PlainWrites,
  { name }: Model,
  { data, values, maxAffected }: Extract<Attempt, { kind: 'mass' }>,
  mine: Memory,
): Outcome {
  const seen = mine.models.require(name)
  const found = searchIn(mine, seen, { data }).map(({ record }) => record)
  if (found.length > maxAffected) throw new PlainRefusal(409, 'too many')
  const model = writes.memory.models.get(name)
  writes.write(
    model,
    found.toSorted((a, b) => a.id - b.id).map(({ id, version }) => ({ ...values, id, version })),
  )
  return { ids: [], total: found.length }
}

/** Needs the right to change everything. The memory then takes over what the service answered. */
function restore(rights: PlainRights, model: Model, { id }: Extract<Attempt, { kind: 'restore' }>): Outcome {
  const kept = rights.memory.find(model.name, id)
  if (!kept || !rights.sees(kept, model)) throw new PlainRefusal(404, 'not seen')
  const isFree = rights
    .of(model.name, 'update')
    .some(({ condition, writeFields }) => condition === null && writeFields === null)
  if (!isFree || !isPlain(rights.of(model.name, 'read'), model)) throw new PlainRefusal(403, 'not free')
  return { ids: [id] }
}

/** Whether rules show every record with every field that they show of any. */
function isPlain(rules: readonly PlainRule[], model: Model): boolean {
  const isOpen = ({ condition }: PlainRule) => condition === null
  return (
    namesOf(model).every((name) => {
      const granting = rules.filter((rule) => shows(rule, name, model))
      return granting.length === 0 || granting.length === rules.length || granting.some(isOpen)
    }) && rules.some(isOpen)
  )
}

/** Writes that are refused before any record is read. */
function refuseUnplanned(rights: PlainRights, model: Model, attempt: Attempt): void {
  if (!rights.knows(model.name)) throw new PlainRefusal(404, 'unknown model')
  const wanted = actionsOf(attempt.kind)
  if (wanted.every((action) => rights.of(model.name, action).length === 0)) throw new PlainRefusal(403, 'no rule')
  if (attempt.kind === 'create' || attempt.kind === 'update') refuseFaulty(attempt.sent, model, rights)
  if (attempt.kind === 'bulk') for (const sent of attempt.records) refuseFaulty(sent, model, rights)
  if (attempt.kind === 'mass') refuseUnknown(attempt.values, model, rights)
}

/** The rights, one of which a kind of write needs. */
export function actionsOf(kind: Attempt['kind']): ('create' | 'update' | 'delete')[] {
  if (kind === 'bulk') return ['update', 'create']
  if (kind === 'delete' || kind === 'removeAll') return ['delete']
  return kind === 'create' ? ['create'] : ['update']
}

/** Members that a user may not see are unknown to them. They cannot create a record that requires such a member. */
function refuseFaulty(sent: Sent, model: Model, rights: PlainRights, parent?: string): void {
  const known = rights.writableNames(model)
  if (!Object.hasOwn(sent, 'id')) {
    const required = model.fields.filter((field) => typeOf(field).writable && field.required && field.name !== parent)
    if (required.some(({ name }) => !known.includes(name))) throw new PlainRefusal(403, 'cannot be complete')
    if (required.some(({ name }) => !Object.hasOwn(sent, name))) throw new PlainRefusal(400, 'incomplete')
  }
  refuseUnknown(sent, model, rights)
  for (const relation of model.relations)
    if (relation.type === 'collection' && Object.hasOwn(sent, relation.name))
      for (const member of sent[relation.name] as Sent[])
        refuseFaulty(member, rights.memory.models.get(relation.target), rights, relation.by)
}

function refuseUnknown(sent: Sent, model: Model, rights: PlainRights): void {
  const known = ['id', 'version', ...rights.writableNames(model)]
  if (Object.keys(sent).some((name) => !known.includes(name))) throw new PlainRefusal(400, 'unknown member')
}
