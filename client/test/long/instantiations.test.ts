import { afterAll, expect, it } from 'vitest'
import { toTypeScript } from '../../../server/src/command/types/toTypeScript.ts'
import { Models } from '../../../server/src/model/Models.ts'
import { toModel } from '../../../server/src/model/toModel.ts'
import {
  boolean,
  choice,
  collection,
  computed,
  date,
  decimal,
  integer,
  model,
  reference,
  text,
} from '../../../server/src/index.ts'
import { Project } from '../compile.ts'

const project = new Project()
afterAll(() => project.remove())

/** Models in a ring: each has fields of most types, refers to the next one, and collects the one before. */
function toModels(count: number): Models {
  const nameOf = (index: number) => `org.example.ring.Model${(index + count) % count}`
  const declared = Array.from({ length: count }, (_, index) =>
    model({
      name: nameOf(index),
      title: 'title',
      list: ['title', 'amount'],
      fields: {
        title: computed('{name} {code}'),
        name: text({ required: true, max: 100 }),
        code: text({ required: true, unique: true, max: 20 }),
        amount: decimal({ precision: 12, scale: 2 }),
        count: integer({ default: 0 }),
        open: boolean({ required: true, default: true }),
        day: date(),
        state: choice(['new', 'used', 'gone'], { default: 'new' }),
        next: reference(nameOf(index + 1)),
        owner: reference('tabularium.User'),
        others: collection(nameOf(index - 1), { by: 'next' }),
      },
    }),
  )
  return new Models(declared.map(toModel))
}

/** A query of a screen: criteria over a reference, fields of three models, two sorts, and a change of a record. */
function toQuery(index: number): string {
  return `export async function query${index}() {
  const records = client.records('org.example.ring.Model${index}')
  const { records: [first] } = await records.find({
    where: { name: { like: 'a%' }, state: { in: ['new', 'used'] }, 'next.amount': { '>': '5.00' } },
    fields: ['title', 'next.name', 'next.owner.username', 'others.code'],
    sortBy: ['-createdOn', 'next.name'],
    limit: 20,
  })
  if (first) await records.update(first, { amount: '1.00', next: { id: 1 } })
  return first?.next?.owner?.username
}
`
}

/** How many types are instantiated for queries of so many models. */
function count(models: number, queries: number): number {
  project.write('models.ts', toTypeScript({ models: toModels(models).all, actions: [] }, 'a test'))
  const asked = Array.from({ length: queries }, (_, index) => toQuery(index)).join('')
  const head = "import type { Client } from '@tabularium/client'\nimport type * as models from './models.ts'\n"
  project.write('queries.ts', `${head}declare const client: Client<typeof models>\n${asked}export {}\n`)
  return project.countInstantiations()
}

/** What the first query costs with all that is needed for it, and what the next one adds. */
function measure(models: number): { first: number; next: number } {
  const [none, one, two] = [count(models, 0), count(models, 1), count(models, 2)]
  return { first: one - none, next: two - one }
}

it('a query costs at most 4,500 instantiations, however many models there are', { timeout: 180_000 }, () => {
  const [few, some, many] = [measure(20), measure(110), measure(200)] as const
  expect(few.next).toBeGreaterThan(1_000)
  expect(few.next).toBeLessThanOrEqual(4_500)
  expect([some.next, many.next]).toEqual([few.next, few.next])
  // The first query looks at the names of all models, once.
  const middle = (few.first + many.first) / 2
  expect(some.first).toBeGreaterThan(0.98 * middle)
  expect(some.first).toBeLessThan(1.02 * middle)
})
