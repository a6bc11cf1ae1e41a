// Loads products from a CSV file into the orders example: `node examples/sync/sync.ts products.csv`. It creates what is
// new, updates what differs, and leaves the rest alone. Run it as often as you like. If it is interrupted, the next run
// continues behind the last row that was written.
import { createReadStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createClient, type NewOf, TabulariumError } from '@tabularium/client'
import type { Product } from '../orders/Product.ts'
import { parseCsv } from './parseCsv.ts'

interface Models {
  readonly Product: typeof Product
}
type NewProduct = NewOf<Models, 'com.example.orders.Product'>

const rowsPerCall = 1_000
const { TABULARIUM_URL: url = 'http://127.0.0.1:8080', TABULARIUM_KEY: key } = process.env
const [file] = process.argv.slice(2)
if (file === undefined || key === undefined) {
  console.error('Set TABULARIUM_KEY to an API key, and name a file: node examples/sync/sync.ts products.csv')
  process.exit(2)
}

const products = createClient<Models>({ url, key, retries: 5 }).records('com.example.orders.Product')
const placeFile = `${file}.done`
const counts = { created: 0, updated: 0, unchanged: 0 }
let done = Number(await readFile(placeFile, 'utf8').catch(() => 0))
if (done > 0) console.error(`Continuing behind row ${done}.`)

try {
  for await (const { rows, last } of toBatches(readProducts(file, done))) {
    const { outcomes } = await products.upsertAll(rows, { key: ['sku'], fields: ['sku'] })
    for (const outcome of outcomes) counts[outcome]++
    done = last
    await writeFile(placeFile, `${done}`)
    console.error(`${done} rows`)
  }
  await rm(placeFile, { force: true })
  console.log(JSON.stringify(counts))
} catch (error) {
  console.error(`Stopped behind row ${done}: ${explain(error)}`)
  process.exitCode = 1
}

/** The rows of the file as products, each with its number. The first line names the columns. */
async function* readProducts(path: string, skipped: number): AsyncGenerator<{ row: NewProduct; number: number }> {
  let columns: string[] | undefined
  let number = 0
  for await (const values of parseCsv(createReadStream(path, 'utf8'))) {
    if (!columns) columns = values
    else if (++number > skipped) yield { row: toProduct(columns, values), number }
  }
}

function toProduct(columns: readonly string[], values: readonly string[]): NewProduct {
  const of = (name: string) => values[columns.indexOf(name)] ?? ''
  return { sku: of('sku'), name: of('name'), price: of('price'), onHand: Number(of('onHand')) }
}

/** As many rows as one call takes. */
async function* toBatches(all: AsyncIterable<{ row: NewProduct; number: number }>) {
  let rows: NewProduct[] = []
  let last = 0
  for await (const { row, number } of all) {
    rows.push(row)
    last = number
    if (rows.length < rowsPerCall) continue
    yield { rows, last }
    rows = []
  }
  if (rows.length > 0) yield { rows, last }
}

/** Mistakes in rows are named by the place of the row in its call and the column, such as `17.price`. */
function explain(error: unknown): string {
  if (!(error instanceof TabulariumError)) return String(error)
  const mistakes = Object.entries(error.errors ?? {}).map(([place, message]) => {
    const [index = '', column = ''] = place.split('.')
    return `row ${done + Number(index) + 1}, ${column}: ${message}`
  })
  return [error.message, ...mistakes].join('\n  ')
}
