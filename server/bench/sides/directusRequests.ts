import { type BenchDatabase, table } from './BenchDatabase.ts'
import type { LoadRequest } from './Load.ts'
import { countRequests, lastPage } from './requests.ts'
import type { Asked } from './Side.ts'

const path = '/items/com_example_contacts_contact'

export interface DirectusLoad {
  readonly database: BenchDatabase
  readonly token: string
  readonly random: () => number
}

/** The works as requests to Directus. It has no versions, and the table generates no ids, so the ids are sent. */
export async function toDirectusRequests(asked: Asked, load: DirectusLoad): Promise<LoadRequest[]> {
  const { work } = asked
  const count = countRequests(asked)
  const { records } = load.database.size
  const below = (limit: number) => Math.floor(load.random() * limit)
  const anyId = () => 1 + below(records)
  const page = () =>
    `${path}?limit=20&offset=${20 * below(lastPage(records))}` +
    '&fields=id,version,full_name,email&sort=id&meta=total_count'
  const make = (one: (index: number) => LoadRequest) => Array.from({ length: count }, (_, index) => one(index))
  if (work === 'page') return make(() => toRequest(load, 'GET', page()))
  if (work === 'update')
    return make(() =>
      toRequest(load, 'PATCH', `${path}/${anyId()}`, { phone: `+33 2 ${below(1_000_000)}`, credit: 12.75 }),
    )
  if (work !== 'create') return make(() => toRequest(load, 'GET', `${path}/${anyId()}`))
  const ids = await drawIds(load.database, count)
  return make((index) => toRequest(load, 'POST', path, toRecord(ids[index] ?? 0)))
}

function toRequest({ token }: DirectusLoad, method: string, address: string, data?: object): LoadRequest {
  const head = `${method} ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`
  if (data === undefined) return { head: `${head}\r\n` }
  const body = JSON.stringify(data)
  return { head: `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}` }
}

async function drawIds({ connection }: BenchDatabase, count: number): Promise<number[]> {
  const text = `select nextval('${table}_ids') as id from generate_series(1, ${count})`
  const { rows } = await connection.query<{ id: string }>(text)
  return rows.map(({ id }) => Number(id))
}

function toRecord(id: number): object {
  const now = new Date().toISOString()
  return {
    id,
    version: 0,
    created_on: now,
    created_by: 1,
    updated_on: now,
    updated_by: 1,
    first_name: `First${id}`,
    last_name: `Last${id % 1000}`,
    email: `contact${id}@example.com`,
    phone: `+33 1 ${id}`,
    status: 'lead',
    credit: 12.5,
    vip: id % 7 === 0,
  }
}
