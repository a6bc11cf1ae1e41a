import type pg from 'pg'

export const Product = 'org.example.bench.Product'
/** How many rows another system sends. */
export const rows = 1_000
const table = 'record.org_example_bench_product'

/** Other products, so that the rows are few among many. */
export async function fillProducts(database: pg.Client, others: number): Promise<void> {
  await database.query(`truncate ${table}`)
  await database.query(`insert into ${table} (id, version, created_on, updated_on, sku, name, price, on_hand)
    select nextval('${table}_ids'), 0, now(), now(), 'other-' || n, 'Product ' || n, n % 1000, n % 50
    from generate_series(1, ${others}) as n`)
  await database.query(`vacuum (analyze) ${table}`)
}

/** The rows as another system sends them in a turn. Every turn changes a field of each. */
export function toRows(turn: number) {
  return Array.from({ length: rows }, (_, n) => ({
    sku: `sku-${n}`,
    name: `Product ${n} of turn ${turn}`,
    price: `${n}.50`,
    onHand: n,
  }))
}
