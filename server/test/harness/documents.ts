import { model } from '../../src/model/declare.ts'
import { integer } from '../../src/model/field/integer.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { links } from '../../src/model/relation/links.ts'
import { type Client, type RecordJson, recordOf } from './client.ts'
import { toModels } from './everyType.ts'

export const Label = model({
  name: 'org.example.documents.Label',
  title: 'name',
  fields: { name: text({ required: true, max: 50 }) },
})

/** A document: its lines are deleted with it, its tasks stay without it. */
export const Order = model({
  name: 'org.example.documents.Order',
  title: 'name',
  fields: {
    name: text({ required: true, max: 50 }),
    note: text({ max: 200 }),
    place: text({ max: 50 }),
    lines: collection('org.example.documents.Line', { by: 'order' }),
    tasks: collection('org.example.documents.Task', { by: 'order' }),
    labels: links(Label),
  },
})

export const Line = model({
  name: 'org.example.documents.Line',
  title: 'product',
  fields: {
    order: reference(Order, { required: true, onDelete: 'cascade' }),
    product: text({ required: true, max: 50 }),
    code: text({ unique: true, max: 50 }),
    quantity: integer({ min: 0 }),
    remark: text({ max: 200 }),
    parts: collection('org.example.documents.Part', { by: 'line' }),
  },
})

/** A member of a member. */
export const Part = model({
  name: 'org.example.documents.Part',
  title: 'name',
  fields: { line: reference(Line, { required: true, onDelete: 'cascade' }), name: text({ required: true, max: 50 }) },
})

export const Task = model({
  name: 'org.example.documents.Task',
  title: 'name',
  fields: { order: reference(Order, { onDelete: 'clear' }), name: text({ required: true, max: 50 }) },
})

export const documentModels = toModels([Label, Order, Line, Part, Task])

/** An order with its lines and tasks. */
export type OrderJson = RecordJson & {
  readonly lines: readonly RecordJson[]
  readonly tasks: readonly RecordJson[]
}

/** Reads an order with its members. */
export async function readOrder(client: Client, id: number): Promise<OrderJson> {
  const fields = ['name', 'note', 'place', 'lines', 'tasks', 'labels']
  const lines = ['product', 'code', 'quantity', 'remark'].map((field) => `lines.${field}`)
  const query = [...fields, ...lines].join()
  return recordOf(await client.exchange('GET', `/ws/rest/${Order.name}/${id}?fields=${query}`)) as OrderJson
}

/** Creates an order and reads it with its members. */
export async function makeOrder(client: Client, fields: object = {}): Promise<OrderJson> {
  const { id } = recordOf(await client.create(Order.name, { name: 'order', ...fields }))
  return readOrder(client, id)
}

/** Names members without changing them. */
export function unchanged(members: readonly RecordJson[]): { id: number; version: number }[] {
  return members.map(({ id, version }) => ({ id, version }))
}
