import type { AnyModels, Client } from '@tabularium/client'
import { createActions, type InputOf, type OutputOf, runAction } from '@tabularium/client/actions'
import type * as logic from '../../../examples/orders/ship.ts'
import { action, integer, links, reference, text } from 'tabularium'
import { Product } from '../../../examples/orders/Product.ts'
import { type Same, same } from './expect.ts'

// What actions take and give follows from their declarations. The compiler runs these tests: `npm run types`.

declare const client: Client<AnyModels>

export async function declared() {
  const orders = createActions<typeof logic>(client)('com.example.orders')
  const { order } = await orders.ship({ order: { id: 1 } }, { dryRun: true })
  same<Same<typeof order.id, number>>()
  same<Same<typeof order.version, number | undefined>>()
  await orders.ship({ order: { id: 1, version: 3 } }, { idempotencyKey: 'key', signal: AbortSignal.timeout(1) })
  // @ts-expect-error: the order is required
  await orders.ship({})
  // @ts-expect-error: it takes nothing else
  await orders.ship({ order: { id: 1 }, day: '2026-01-01' })
  // @ts-expect-error: there is no such action
  void orders.shp
  // @ts-expect-error: there is no such action in another package
  void createActions<typeof logic>(client)('com.example.contacts').ship
}

const take = action({
  name: 'test.take',
  takes: {
    products: links(Product),
    kept: reference(Product),
    count: integer({ required: true, default: 1 }),
    why: text({ required: true }),
  },
  gives: { left: integer({ required: true }), last: reference(Product) },
  run: async ({ count }) => ({ left: count }),
})

export function fields() {
  const input: InputOf<typeof take> = { why: 'sold' }
  same<Same<typeof input.why, string>>()
  const full: InputOf<typeof take> = { why: 'sold', count: 2, kept: null, products: [{ id: 1 }] }
  void full
  // @ts-expect-error: why is required and has no default
  const empty: InputOf<typeof take> = {}
  void empty
  same<Same<OutputOf<typeof take>['left'], number>>()
  same<Same<OutputOf<typeof take>['last'], { id: number; version?: number } | null>>()
}

/** What `tabularium types` writes. */
interface Actions {
  readonly 'test.take': { readonly kind: 'action'; readonly name: 'test.take' } & Pick<typeof take, 'takes' | 'gives'>
}

export async function written() {
  const { left } = await createActions<Actions>(client)('test').take({ why: 'sold' })
  same<Same<typeof left, number>>()
  const ran = await runAction<Actions['test.take']>(client, 'test.take', { why: 'sold', products: [{ id: 1 }] })
  same<Same<typeof ran.left, number>>()
  // @ts-expect-error: another action has other types
  await runAction<Actions['test.take']>(client, 'test.give', { why: 'sold' })
  // @ts-expect-error: why is required
  await runAction<Actions['test.take']>(client, 'test.take', {})
  // @ts-expect-error: there is no such action
  void createActions<Actions>(client)('test').give
  same<Same<Awaited<ReturnType<typeof runAction>>, Record<string, unknown>>>()
}
