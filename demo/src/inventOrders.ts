import type { NewRecord } from 'tabularium/demo'
import { createChance, type Chance } from './inventRecords.ts'
import { nameLists } from './names.ts'

/** Customers of the demo, the same in every run. */
export function inventCustomers(): NewRecord[] {
  return nameLists.flatMap(({ country, companies }) =>
    companies.map((name, index) => ({
      code: `${country}-${index + 1}`,
      name,
      country,
      email: `orders${index + 1}@${country.toLowerCase()}.example.com`,
    })),
  )
}

const catalogue = [
  ['pen', 'Fountain pen', 3_500],
  ['ink', 'Ink, blue', 1_200],
  ['pad', 'Writing pad', 450],
  ['nib', 'Nib, fine', 890],
  ['box', 'Wooden box', 6_400],
  ['wax', 'Sealing wax', 725],
  ['ruler', 'Brass ruler', 1_950],
  ['globe', 'Globe', 24_900],
] as const

/** Products of the demo. */
export const inventedProducts: readonly NewRecord[] = catalogue.map(([sku, name, cents], index) => ({
  sku,
  name,
  price: toAmount(cents),
  onHand: 40 * (index + 1),
}))

/** An order with what belongs to it. */
export interface InventedOrder {
  readonly order: NewRecord
  readonly lines: readonly NewRecord[]
  readonly invoice: NewRecord | undefined
}

/** Orders of the demo, the same in every run. What has been shipped has an invoice. */
export function inventOrders(
  count: number,
  customerIds: readonly number[],
  productIds: readonly number[],
): InventedOrder[] {
  const chance = createChance(12)
  return Array.from({ length: count }, () => inventOrder(chance, customerIds, productIds))
}

function inventOrder(chance: Chance, customerIds: readonly number[], productIds: readonly number[]): InventedOrder {
  const status = chance.pick(['draft', 'placed', 'placed', 'shipped', 'shipped', 'shipped', 'void'] as const)
  const placed = Date.UTC(2026, chance.below(10), 1 + chance.below(28))
  const days = status === 'draft' ? {} : { placedOn: toDay(placed, 0), dueOn: toDay(placed, 30) }
  const first = chance.below(catalogue.length)
  const sold = Array.from({ length: 1 + chance.below(4) }, (_, index) => {
    const place = (first + index) % catalogue.length
    return { id: productIds[place], quantity: 1 + chance.below(9), cents: catalogue[place]?.[2] ?? 0 }
  })
  const total = sold.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
  return {
    order: { customer: { id: chance.pick(customerIds) }, status, openedOn: toDay(placed, -1), ...days },
    lines: sold.map(({ id, quantity, cents }) => ({ product: { id }, quantity, price: toAmount(cents) })),
    invoice: status === 'shipped' ? { amount: toAmount(total), issuedOn: toDay(placed, 2) } : undefined,
  }
}

function toAmount(cents: number): string {
  return (cents / 100).toFixed(2)
}

function toDay(moment: number, later: number): string {
  return new Date(moment + later * 86_400_000).toISOString().slice(0, 10)
}
