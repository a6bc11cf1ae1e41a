import { all, any, type Client, none } from '@tabularium/client'
import type { Contacts, Orders } from '../models.ts'
import { type Same, same } from './expect.ts'

// What is read has the type of what was asked for. The compiler runs these tests: `npm run types`.

declare const client: Client<Contacts>
declare const shop: Client<Orders>
const contacts = client.records('com.example.contacts.Contact')
const orders = shop.records('com.example.orders.Order')

export function names(): void {
  // @ts-expect-error: there is no such model
  client.records('com.example.contacts.Contct')
  // @ts-expect-error: a model of another module
  client.records('com.example.orders.Order')
  client.records('tabularium.User')
}

export async function listFields() {
  const { records, total, next } = await contacts.find()
  same<Same<(typeof records)[number], { id: number; version: number; fullName: string; email: string | null }>>()
  same<Same<typeof total, number>>()
  same<Same<typeof next, string | undefined>>()
  // @ts-expect-error: a page may have no records
  void records[0].fullName
  // @ts-expect-error: it is not a list field, and was not asked for
  void records[0]?.phone
  const without = await contacts.find({ total: false })
  same<Same<typeof without.total, undefined>>()
}

export async function chosenFields() {
  const { records } = await contacts.find({ fields: ['firstName', 'company.country', 'tags.name', 'createdBy'] })
  const [first] = records
  if (!first) return
  same<Same<typeof first.firstName, string>>()
  same<Same<typeof first.version, number>>()
  same<Same<(typeof first.tags)[number]['name'], string>>()
  same<Same<typeof first.createdBy, { id: number; username: string; name: string | null } | null>>() // an author
  const country = first.company?.country
  same<Same<typeof country, string | null | undefined>>()
  // @ts-expect-error: the company may be null
  void first.company.name
  // @ts-expect-error: it was not asked for
  void first.email
  // @ts-expect-error: it was not asked for behind the company
  void first.company?.employees
  // @ts-expect-error: a company has one title
  void first.company?.title
  if (first.company && first.company.version !== undefined) same<Same<typeof first.company.name, string>>()
}

export async function wholeRecords() {
  const ada = await contacts.read(1)
  same<Same<typeof ada.credit, string | null>>()
  same<Same<typeof ada.birthDate, string | null>>()
  same<Same<typeof ada.vip, boolean | null>>()
  same<Same<typeof ada.status, 'lead' | 'customer' | 'former' | null>>()
  same<Same<typeof ada.lastContactedOn, string | null>>()
  // @ts-expect-error: links are shown where they are asked for
  void ada.tags
  // @ts-expect-error: collections are shown where they are asked for
  void ada.interactions
  const order = await orders.read(1)
  same<Same<typeof order.number, string | null>>()
  same<Same<typeof order.total, string>>()
  same<Same<typeof order.lineCount, number>>()
  const user = await client.records('tabularium.User').read(1)
  same<Same<typeof user.username, string>>()
  // @ts-expect-error: a secret is never shown
  void user.password
}

export async function fieldNames() {
  // @ts-expect-error: there is no such field
  await contacts.find({ fields: ['emial'] })
  // @ts-expect-error: there is no such field of the company
  await contacts.find({ fields: ['company.cuntry'] })
  // @ts-expect-error: text leads nowhere
  await contacts.find({ fields: ['email.length'] })
  // @ts-expect-error: there is no such field to sort by
  await contacts.find({ sortBy: ['-lastNam'] })
  // @ts-expect-error: records can't be sorted by many others
  await contacts.find({ sortBy: ['tags.name'] })
  // @ts-expect-error: a secret can't be asked for
  await client.records('tabularium.User').find({ fields: ['password'] })
  await contacts.find({ sortBy: ['-createdOn', 'company.name'] })
  const deep = await orders.find({ fields: ['lines.product.name', 'owner.username'] })
  same<Same<NonNullable<(typeof deep.records)[0]>['id'], number>>()
  // @ts-expect-error: the third step is checked as well
  await orders.find({ fields: ['lines.product.nam'] })
}

export async function criteria() {
  await contacts.find({ where: { lastName: { like: 'love%' }, 'company.country': 'FR', vip: true } })
  await contacts.find({ where: any({ vip: true }, none({ email: { isNull: true } }), all({ id: { '>': 5 } })) })
  await contacts.find({ where: { company: { id: 5 }, createdBy: '$user.id', status: { in: ['lead'] } } })
  // @ts-expect-error: decimals are text
  await contacts.find({ where: { credit: { '>': 5 } } })
  // @ts-expect-error: null is asked for by isNull
  await contacts.find({ where: { email: null } })
  // @ts-expect-error: not a value of the choice
  await contacts.find({ where: { status: 'leed' } })
  // @ts-expect-error: not a value of the choice, in a list
  await contacts.find({ where: { status: { in: ['lead', 'leed'] } } })
  // @ts-expect-error: there is no such operator
  await contacts.find({ where: { lastName: { starts: 'x' } } })
  // @ts-expect-error: booleans have no order
  await contacts.find({ where: { vip: { '>': false } } })
  // @ts-expect-error: like is for text
  await contacts.find({ where: { birthDate: { like: '19%' } } })
  // @ts-expect-error: between takes two values
  await contacts.find({ where: { birthDate: { between: ['2000-01-01'] } } })
  // @ts-expect-error: JSON is there or not
  await contacts.find({ where: { preferences: { theme: 'dark' } } })
  // @ts-expect-error: there is no such field
  await contacts.find({ where: { lastNme: 'x' } })
  // @ts-expect-error: there is no such field of the company
  await contacts.find({ where: { 'company.cuntry': 'FR' } })
  // @ts-expect-error: the third step is checked as well
  await orders.find({ where: { 'lines.product.skew': 'A' } })
  // @ts-expect-error: what is grouped is checked, too
  await contacts.find({ where: any({ lastNme: 'x' }) })
  // @ts-expect-error: isNull is true or left out
  await contacts.find({ where: { email: { isNull: false } } })
}

export async function figures() {
  const { groups } = await orders.aggregate({ groupBy: ['status'], count: true, sum: ['total'] })
  const [first] = groups
  same<Same<NonNullable<typeof first>['count'], number>>()
  const sum = first?.sum.total
  same<Same<typeof sum, string | undefined>>()
  // @ts-expect-error: it was not asked for
  void first?.avg
  const byCustomer = await orders.aggregate({ groupBy: ['customer', 'createdBy', 'customer.version'] })
  type Group = (typeof byCustomer.groups)[number]['group']
  same<Same<Group['customer'], { id: number; name: string } | { id: number; name?: undefined } | null>>()
  same<Same<Group['createdBy'], { id: number; username: string; name: string | null } | null>>()
  same<Same<Group['customer.version'], number | null>>()
  // @ts-expect-error: there is no such field
  await orders.aggregate({ sum: ['totl'] })
  // @ts-expect-error: a number of an order is text
  await orders.aggregate({ sum: ['number'] })
  // @ts-expect-error: a choice has no average
  await orders.aggregate({ avg: ['lineCount', 'status'] })
  // @ts-expect-error: a name of another record neither
  await orders.aggregate({ avg: ['customer.name'] })
  // @ts-expect-error: nor a moment
  await orders.aggregate({ sum: ['createdOn'] })
  await orders.aggregate({ sum: ['version', 'customer.id'], min: ['number', 'createdOn'], countDistinct: ['status'] })
  // @ts-expect-error: there is no such period
  await orders.aggregate({ groupBy: [{ fieldName: 'placedOn', by: 'fortnight' }] })
}

export async function pages() {
  for await (const { email } of contacts.each({ fields: ['email'] })) same<Same<typeof email, string | null>>()
  // @ts-expect-error: each has no offset
  contacts.each({ offset: 5 })
  const { entries } = await contacts.history(1)
  void entries[0]?.changes.email?.from
  // @ts-expect-error: the history has fields of the model
  void entries[0]?.changes.emial
}
