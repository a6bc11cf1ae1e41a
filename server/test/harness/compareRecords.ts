import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { roleModel, userModel } from '../../src/model/builtIn/names.ts'
import type { Field } from '../../src/model/field/Field.ts'
import { isStored } from '../../src/model/field/fieldTypes.ts'
import { isSecret } from '../../src/model/field/text.ts'
import type { Model } from '../../src/model/Model.ts'
import { auditFields } from '../../src/model/Model.ts'
import { type Client, recordOf, recordsOf, type Reply } from './client.ts'
import type { Kept, Memory } from './Memory.ts'

/** A user, and an administrator who sees everything. */
export interface Both {
  readonly client: Client
  readonly admin: Client
}

/** A read by id shows exactly what is visible, or that there is no such record. */
export async function compareRead(client: Client, { record }: Kept, model: Model, mine: Memory): Promise<void> {
  const reply = await client.read(model.name, record.id)
  const kept = mine.find(model.name, record.id)
  if (!kept) return expectNoRecord(reply, record.id)
  expect(recordOf(reply), shown(model, record.id)).toEqual(showWhole(kept, model, mine))
}

/** Everything that is shown for a record by its id. */
export function showWhole(
  kept: Kept,
  { name }: Model,
  mine: Memory,
  isShown: (field: Field) => boolean = () => true,
): object {
  const model = mine.models.get(name)
  const fields = model.fields.filter((field) => !isSecret(field) && isShown(field)).map((field) => field.name)
  return mine.show(kept, [...fields, ...auditFields], model)
}

interface Entry {
  readonly version: number
  readonly changes: Readonly<Record<string, unknown>>
}

/**
 * The history has the same entries as for the administrator, each with the changes of the fields that are visible in
 * the current record.
 */
export async function compareHistory(
  { client, admin }: Both,
  { record }: Kept,
  model: Model,
  mine: Memory,
): Promise<void> {
  const [reply, whole] = await Promise.all([client, admin].map((one) => one.history(model.name, record.id)))
  const kept = mine.find(model.name, record.id)
  if (!reply || !whole) throw new Error('Both have an answer.')
  if (!kept) return expectNoRecord(reply, record.id)
  const entries = whole.json?.data as Entry[]
  const expected = entries.map((entry) => ({ ...entry, changes: seenChanges(entry.changes, kept, model, mine) }))
  const entriesShown = reply.json?.data as Entry[]
  const data = model.name === userModel ? await withoutRoles(entriesShown, client) : entriesShown
  expect({ ...reply.json, data }, shown(model, record.id)).toEqual({ ...whole.json, data: expected })
}

/** The memory has no roles. A history shows only roles that the user may read: those that they have. */
async function withoutRoles(entries: readonly Entry[], client: Client): Promise<Entry[]> {
  const readable = recordsOf(await client.find(roleModel, '?limit=1000')).map(({ id }) => id)
  return entries.map((entry) => {
    const { roles, ...changes } = entry.changes
    const { from, to } = (roles ?? {}) as Record<string, number[] | null>
    expect(readable).toEqual(expect.arrayContaining([...(from ?? []), ...(to ?? [])]))
    return { ...entry, changes }
  })
}

function seenChanges(changes: Entry['changes'], kept: Kept, { name }: Model, mine: Memory): object {
  const { fields, relations } = mine.models.get(name)
  const known = [...fields, ...relations].filter((one) => !kept.hidden?.has(one.name))
  return Object.fromEntries(
    known.flatMap((one) => {
      if (!Object.hasOwn(changes, one.name)) return []
      const change = changes[one.name]
      const shownChange = one.type === 'links' ? seenLinks(change, one.target, mine) : change
      return shownChange === undefined ? [] : [[one.name, shownChange]]
    }),
  )
}

/** Only links to visible records; nothing if those did not change. */
function seenLinks(change: unknown, target: string, mine: Memory): unknown {
  const { from, to } = change as Record<string, number[] | null>
  const [before, after] = [from, to].map((ids) => ids?.filter((id) => mine.find(target, id)) ?? null)
  return isDeepStrictEqual(before ?? [], after ?? []) ? undefined : { from: before, to: after }
}

/** An old version shows the fields that are visible in the current record, without rollups. */
export async function compareVersion(
  { client, admin }: Both,
  { record, links }: Kept,
  model: Model,
  mine: Memory,
): Promise<void> {
  const [reply, whole] = await Promise.all([client, admin].map((one) => one.readVersion(model.name, record.id, 0)))
  const kept = mine.find(model.name, record.id)
  if (!reply || !whole) throw new Error('Both have an answer.')
  if (!kept) return expectNoRecord(reply, record.id)
  const then = { ...kept, record: recordOf(whole), links }
  expect(recordOf(reply), shown(model, record.id)).toEqual(showWhole(then, model, mine, isStored))
}

function expectNoRecord(reply: Reply, id: number): void {
  expect([reply.status, reply.json?.data]).toEqual([
    404,
    {
      code: 'record-not-found',
      title: 'Record not found',
      message: `There is no record with the id ${id}.`,
      requestId: expect.any(String),
    },
  ])
}

function shown({ name }: Model, id: number): string {
  return `${name} ${id}`
}
