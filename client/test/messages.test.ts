import { afterAll, expect, it } from 'vitest'
import { Project } from './compile.ts'

const project = new Project()
afterAll(() => project.remove())

const before = `import { createClient } from '@tabularium/client'
import type * as models from './models.ts'
const client = createClient<typeof models>({ url: '' })
const orders = client.records('com.example.orders.Order')
const lines = client.records('com.example.orders.Line')
const products = client.records('com.example.orders.Product')
`

/** Mistakes, each in a line of its own, and what the first line of the compiler's message says. */
const mistakes: readonly (readonly [code: string, says: RegExp])[] = [
  ["await products.create({ sku: 'A' })", /to parameter of type '{ readonly name: string; readonly price: string; /],
  ["await orders.create({ status: 'draft' })", /to parameter of type '{ readonly customer: .*code: string/],
  ["await products.create({ sku: 'A', name: 'A', prise: '1' })", /Did you mean to write 'price'\?$/],
  ['await lines.update({ id: 1, version: 0 }, { product: 5 })', /{ readonly sku: string; } \| .*readonly id: number/],
  [
    'await orders.update({ id: 1, version: 0 }, { customer: 5 })',
    /{ readonly code: string; } \| .*readonly id: number/,
  ],
  ["client.records('com.example.orders.Ordr')", /to parameter of type '.*"com.example.orders.Order" \| /],
  ["await products.aggregate({ sum: ['name'] })", /'"name"' is not assignable to type '"name is not a number"'/],
  ["await orders.find({ where: { statsu: 'draft' } })", /There is no field statsu/],
]

it('messages about mistakes are short, and name the field or the model', () => {
  const models = ['Customer', 'Line', 'Order', 'Product']
  project.write('models.ts', models.map((name) => `export * from '../../examples/orders/${name}.ts'`).join('\n'))
  project.write('page.ts', `${before}${mistakes.map(([code]) => code).join('\n')}\n`)
  const first = before.split('\n').length
  const said = project.compile().matchAll(/^\S+page\.ts\((\d+),\d+\): (error .*)$/gm)
  const messages = new Map(Array.from(said, ([, line, message = '']) => [Number(line) - first, message]))
  for (const [index, [code, says]] of mistakes.entries()) {
    const message = messages.get(index) ?? ''
    expect(message, code).toMatch(says)
    expect(message.length, code).toBeLessThan(450)
  }
})
