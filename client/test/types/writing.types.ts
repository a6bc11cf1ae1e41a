import {
  type ChangeOf,
  type Client,
  ConflictError,
  type DeletePreview,
  type NewOf,
  type RecordOf,
  TabulariumError,
} from '@tabularium/client'
import { queries } from '@tabularium/client/query'
import type { Contacts, Orders } from '../models.ts'
import { type Same, same } from './expect.ts'

// What is sent must fit the model, and what comes back is typed. The compiler runs these tests: `npm run types`.

declare const client: Client<Contacts>
declare const shop: Client<Orders>
const contacts = client.records('com.example.contacts.Contact')
const lines = shop.records('com.example.orders.Line')
const orders = shop.records('com.example.orders.Order')
const products = shop.records('com.example.orders.Product')

export async function creates() {
  const ada = await contacts.create({ firstName: 'Ada', lastName: 'Lovelace', company: { id: 5 }, tags: [{ id: 1 }] })
  same<Same<typeof ada.fullName, string>>()
  await products.create({ sku: 'A', name: 'A', price: '1.00' })
  // @ts-expect-error: lastName is required
  await contacts.create({ firstName: 'Ada' })
  // @ts-expect-error: computed fields are not sent
  await contacts.create({ firstName: 'Ada', lastName: 'Lovelace', fullName: 'x' })
  // @ts-expect-error: a required field is not null
  await contacts.create({ firstName: null, lastName: 'Lovelace' })
  // @ts-expect-error: decimals are text
  await products.create({ sku: 'A', name: 'A', price: 1 })
  // @ts-expect-error: not a value of the choice
  await contacts.create({ firstName: 'A', lastName: 'B', status: 'leed' })
  // @ts-expect-error: there is no such field
  await contacts.create({ firstName: 'A', lastName: 'B', emial: 'x' })
  // @ts-expect-error: a reference is an object
  await contacts.create({ firstName: 'A', lastName: 'B', company: 5 })
  // @ts-expect-error: the service numbers orders
  await orders.create({ customer: { id: 1 }, number: 'ORD-1' })
  // @ts-expect-error: totals are computed
  await orders.create({ customer: { id: 1 }, total: '5.00' })
  // @ts-expect-error: an id is given, not sent
  await contacts.create({ id: 5, firstName: 'A', lastName: 'B' })
}

export async function shownOnce() {
  const { token } = await client.createKey({ name: 'sync', user: { id: 2 }, expiresOn: '2027-01-01T00:00:00Z' })
  same<Same<typeof token, string>>()
  const hook = { name: 'Shop', url: 'https://shop.example.com', models: ['com.example.contacts.Contact'] } as const
  const { secret } = await client.createWebhook(hook)
  same<Same<typeof secret, string>>()
  await client.records('tabularium.Webhook').create({ ...hook, secret: 'whsec_…' })
  // @ts-expect-error: the secret would be lost
  await client.records('tabularium.Webhook').create(hook)
  // @ts-expect-error: there is no such model
  await client.createWebhook({ ...hook, models: ['com.example.contacts.Contct'] })
  // @ts-expect-error: the token would be lost
  await client.records('tabularium.Key').create({ name: 'sync', user: { id: 2 } })
  // @ts-expect-error: the token would be lost
  await client.transaction([{ create: 'tabularium.Key', record: { name: 'sync', user: { id: 2 } } }])
  const { mutationFn } = queries(client, 'tabularium.Key').mutation('create')
  // @ts-expect-error: the token would be lost
  void mutationFn({ name: 'sync', user: { id: 2 } })
}

export async function nested() {
  await orders.create({ customer: { code: 'ACME' }, lines: [{ product: { sku: 'A' }, quantity: 1, price: '1.00' }] })
  await orders.create({ customer: { id: 1 }, lines: [{ id: 3, version: 1, quantity: 2 }] })
  // @ts-expect-error: a line needs its quantity
  await orders.create({ customer: { id: 1 }, lines: [{ product: { id: 1 }, price: '1.00' }] })
  // @ts-expect-error: a name is no key of customers
  await orders.create({ customer: { name: 'Acme' } })
  // @ts-expect-error: a line alone needs its order
  await lines.create({ product: { id: 1 }, quantity: 1, price: '1.00' })
}

export async function changes() {
  const ada = await contacts.update({ id: 1, version: 0 }, { email: null, credit: { increment: '1.00' } })
  same<Same<typeof ada.version, number>>()
  const shown = await contacts.update(ada, { vip: true }, { fields: ['vip'], onConflict: 'merge' })
  same<Same<typeof shown, { id: number; version: number; vip: boolean | null }>>()
  // @ts-expect-error: the version that was seen is needed
  await contacts.update({ id: 1 }, { email: null })
  // @ts-expect-error: a required field can't be cleared
  await contacts.update(ada, { lastName: null })
  // @ts-expect-error: text can't be incremented
  await contacts.update(ada, { email: { increment: 1 } })
  // @ts-expect-error: an increment of a decimal is text
  await contacts.update(ada, { credit: { increment: 1 } })
  // @ts-expect-error: there is no such way
  await contacts.update(ada, { vip: true }, { onConflict: 'overwrite' })
  await products.update({ id: 1, version: 0 }, { onHand: { increment: -2 } })
}

export async function many() {
  await contacts.saveAll([
    { firstName: 'A', lastName: 'B' },
    { id: 7, version: 2, vip: true },
  ])
  // @ts-expect-error: neither new nor with an id and version
  await contacts.saveAll([{ vip: true }])
  const { total } = await contacts.updateMass({ where: { status: 'lead' }, values: { vip: true }, maxAffected: 5 })
  same<Same<typeof total, number>>()
  // @ts-expect-error: nobody changes any number of records by mistake
  await contacts.updateMass({ where: {}, values: { vip: true } })
  const { outcomes } = await products.upsertAll([{ sku: 'A', name: 'A', price: '1.00' }], { key: ['sku'] })
  same<Same<typeof outcomes, ('created' | 'updated' | 'unchanged')[]>>()
  // @ts-expect-error: a name is not unique
  await products.upsertAll([{ sku: 'A', name: 'A', price: '1.00' }], { key: ['name'] })
  await lines.upsert(
    { order: { id: 1 }, product: { id: 2 }, quantity: 1, price: '1.00' },
    { key: ['order', 'product'] },
  )
  // @ts-expect-error: half of a unique group is no key
  await lines.upsert({ order: { id: 1 }, product: { id: 2 }, quantity: 1, price: '1.00' }, { key: ['order'] })
}

export async function dryRuns() {
  const tried = await contacts.create({ firstName: 'A', lastName: 'B' }, { dryRun: true })
  same<Same<typeof tried.id, number | null>>()
  const order = await orders.update({ id: 1, version: 0 }, {}, { dryRun: true, fields: ['number', 'lines.amount'] })
  same<Same<typeof order.id, number>>()
  same<Same<(typeof order.lines)[number]['id'], number | null>>()
  const [made, changed, gone] = await shop.transaction(
    [
      { create: 'com.example.orders.Order', as: 'order', record: { customer: { id: 1 } } },
      { update: 'com.example.orders.Line', record: { id: 1, version: 0, order: { as: 'order' } } },
      { delete: 'com.example.orders.Line', record: { id: 2, version: 0 } },
    ],
    { dryRun: true },
  )
  same<Same<[typeof made.id, typeof changed.id, typeof gone.id], [number | null, number, number]>>()
  same<Same<typeof changed.order.id, number | null>>()
  same<Same<typeof changed.createdBy, { id: number; username: string; name: string | null } | null>>()
  // @ts-expect-error: nothing was created that could be read
  await orders.read(made.id)
}

export async function previews() {
  const change = { where: { status: 'lead' }, values: { vip: true }, maxAffected: 5 } as const
  const preview = await contacts.updateMass(change, { dryRun: true, show: 50 })
  same<Same<typeof preview.changed, number>>()
  same<Same<(typeof preview.records)[number]['id'], number | null>>()
  void preview.records[0]?.changes.vip?.from
  // @ts-expect-error: there is no such field
  void preview.records[0]?.changes.vpi
  const saved = await contacts.saveAll([{ id: 7, version: 2, vip: true }], { dryRun: true, show: 1 })
  same<Same<typeof saved.created, number | undefined>>()
  const removed = await contacts.removeAll([{ id: 7, version: 2 }], { dryRun: true, show: 1 })
  same<Same<typeof removed, DeletePreview>>()
  const plain = await contacts.removeAll([{ id: 7, version: 2 }], { dryRun: true })
  same<Same<typeof plain.ids, number[]>>()
  // @ts-expect-error: a write shows no preview
  await contacts.updateMass(change, { show: 50 })
  // @ts-expect-error: a write shows no preview
  await contacts.removeAll([{ id: 7, version: 2 }], { dryRun: false, show: 1 })
  await contacts.delete(7, { dryRun: true, counts: true })
  await contacts.update({ id: 7, version: 2 }, { vip: true }, { titles: true })
  await contacts.history(7, { titles: true })
  // @ts-expect-error: a username
  client.seeAs(5)
  same<Same<ReturnType<typeof client.seeAs>, typeof client>>()
}

export async function transactions() {
  const [order, line] = await shop.transaction([
    { create: 'com.example.orders.Order', as: 'order', record: { customer: { id: 1 } } },
    {
      create: 'com.example.orders.Line',
      record: { order: { as: 'order' }, product: { id: 1 }, quantity: 1, price: '1.00' },
    },
  ])
  same<Same<typeof order.total, string>>()
  same<Same<typeof order.id, number>>()
  same<Same<typeof line.quantity, number>>()
  // @ts-expect-error: there is no such model
  await shop.transaction([{ create: 'com.example.orders.Ordr', record: {} }])
  // @ts-expect-error: records of a transaction are checked
  await shop.transaction([{ create: 'com.example.orders.Order', record: { customer: 'x' } }])
}

export function failures(error: unknown): void {
  if (error instanceof TabulariumError && error.code === 'invalid-record')
    same<Same<typeof error.errors, Readonly<Record<string, string>>>>()
  if (error instanceof TabulariumError && error.code === 'refused')
    same<Same<typeof error.errors, Readonly<Record<string, string>>>>()
  if (error instanceof TabulariumError && error.code === 'too-many-affected')
    same<Same<typeof error.data.most, number>>()
  // @ts-expect-error: there is no such code
  if (error instanceof TabulariumError && error.code === 'conflict') return
  if (!(error instanceof ConflictError)) return
  void error.merge({ email: 'theirs', phone: { value: 'x' } })
  // @ts-expect-error: there is no such decision
  void error.merge({ email: 'mine' })
}

export function namedTypes(): void {
  type Contact = RecordOf<Contacts, 'com.example.contacts.Contact'>
  same<Same<Contact['credit'], string | null>>()
  const fresh: NewOf<Contacts, 'com.example.contacts.Tag'> = { name: 'x' }
  const change: ChangeOf<Contacts, 'com.example.contacts.Tag'> = {}
  void [fresh, change]
  // @ts-expect-error: name is required
  const missing: NewOf<Contacts, 'com.example.contacts.Tag'> = {}
  void missing
}

export async function queryOptions() {
  const asked = queries(client, 'com.example.contacts.Contact')
  const page = await asked.find({ fields: ['email'] }).queryFn({ signal: AbortSignal.timeout(1) })
  same<Same<(typeof page.records)[number], { id: number; version: number; email: string | null }>>()
  // @ts-expect-error: there is no such field
  asked.find({ fields: ['emial'] })
  // @ts-expect-error: pages lead to each other, without an offset
  asked.infinite({ offset: 5 })
  // @ts-expect-error: there is no such operation
  asked.mutation('upsert')
  // @ts-expect-error: lastName is required
  void asked.mutation('create').mutationFn({ firstName: 'A' })
  // @ts-expect-error: there is no such model
  asked.mutation('create', { invalidates: ['com.example.contacts.Compny'] })
}
