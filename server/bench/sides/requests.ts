import { contactModel, type BenchDatabase } from './BenchDatabase.ts'
import { type LoadRequest, versionWidth } from './Load.ts'
import type { Asked } from './Side.ts'
import { tokenOf } from './tokens.ts'
import type { Work } from './Work.ts'

/** The number of different requests for one measurement: about as many as are sent. */
export function countRequests({ connections, seconds }: Asked): number {
  return Math.max(connections * 4, Math.min(20_000, Math.round(seconds * 10_000)))
}

const pageSize = 20
const pages = 50
const path = `/ws/rest/${contactModel}`

/** The requests of a work, for Tabularium and for the naive service. */
export async function toRequests(asked: Asked, database: BenchDatabase, random: () => number): Promise<LoadRequest[]> {
  const { work } = asked
  if (work === 'update') return toUpdates(asked, database, random)
  const { records } = database.size
  const make: Partial<Record<Work, () => LoadRequest>> = {
    read: () => toGet(`${path}/${1 + below(records, random)}`, database, random),
    page: () => toGet(`${path}?offset=${offsetOf(records, random)}&limit=${pageSize}`, database, random),
    'first page': () => toGet(`${path}?limit=${pageSize}`, database, random),
    create: () => toCreate(database, random),
  }
  const one = make[work]
  if (!one) throw new Error(`There is no request for ${work}.`)
  return Array.from({ length: countRequests(asked) }, one)
}

/** A random page, chosen as in pgbench. If a table has fewer pages, all of them are used. */
function offsetOf(records: number, random: () => number): number {
  return pageSize * below(lastPage(records), random)
}

/** The number of pages that are read. */
export function lastPage(records: number): number {
  return Math.max(1, Math.min(pages, Math.floor(records / pageSize)))
}

function toGet(address: string, database: BenchDatabase, random: () => number): LoadRequest {
  return { head: `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session=${anyToken(database, random)}\r\n\r\n` }
}

function toCreate(database: BenchDatabase, random: () => number): LoadRequest {
  const n = below(1_000_000, random)
  const data = {
    firstName: `First${n}`,
    lastName: `Last${n % 1000}`,
    email: `contact${n}@example.com`,
    phone: `+33 1 ${n}`,
    status: 'lead',
    credit: `${n % 10_000}.50`,
    vip: n % 7 === 0,
  }
  const body = JSON.stringify({ data })
  return { head: `${toHead('PUT', path, body.length, anyToken(database, random))}${body}` }
}

/** Each request updates another record of the upper half, with its current version. pgbench uses the lower half. */
async function toUpdates(asked: Asked, database: BenchDatabase, random: () => number): Promise<LoadRequest[]> {
  const { records } = database.size
  const half = Math.floor(records / 2)
  const wanted = Math.max(asked.connections, Math.min(countRequests(asked), Math.floor(half / 2)))
  const ids = new Set<number>()
  while (ids.size < wanted) ids.add(half + 1 + below(records - half, random))
  const versions = await database.versionsOf([...ids])
  return [...versions].map(([id, version]) => {
    const n = below(1_000_000, random)
    const before = '{"data":{"version":'
    const after = `,"phone":"+33 2 ${n}","credit":"${n % 10_000}.75"}}`
    const length = before.length + versionWidth + after.length
    return {
      head: `${toHead('POST', `${path}/${id}`, length, anyToken(database, random))}${before}`,
      version,
      tail: after,
    }
  })
}

function toHead(method: string, address: string, length: number, token: string): string {
  const lines = [
    `${method} ${address} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Cookie: session=${token}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

function anyToken({ size }: BenchDatabase, random: () => number): string {
  return tokenOf(1 + below(size.sessions, random))
}

function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit)
}
