import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { findStatement } from '../src/statement/find.ts'
import { openAuthCheck } from '../src/statement/part/authCheck.ts'
import { readStatement } from '../src/statement/read.ts'
import type { Client } from '../test/harness/client.ts'
import { contactModel, type BenchService } from './BenchService.ts'

/** Something that is asked of tables of different sizes. Gives how long it took in milliseconds. */
export interface Question {
  readonly name: string
  ask(stand: BenchService, random: () => number): Promise<number>
}

/** The two whose targets are set. */
export const firstPage = 'first page with total, statement'
export const deepPage = '90 % deep with total, statement'

const limit = 40

/** What a user of a small table and a user of a large one ask alike. */
export const questions: readonly Question[] = [
  { name: firstPage, ask: (stand) => timeFind(stand, 0, limit) },
  { name: deepPage, ask: (stand, random) => timeFind(stand, deep(stand, random), limit) },
  { name: 'the total alone, statement', ask: (stand) => timeFind(stand, 0, 0) },
  { name: 'read by id, statement', ask: (stand, random) => timeRead(stand, random) },
  ...overHttp('HTTP', ({ client }) => client),
  ...overHttp('HTTP, by rules', ({ clerk }) => clerk),
]

function overHttp(how: string, clientOf: (stand: BenchService) => Client): Question[] {
  return [
    { name: `first page with total, ${how}`, ask: (stand) => timeHttp(clientOf(stand), `?limit=${limit}`) },
    {
      name: `90 % deep with total, ${how}`,
      ask: (stand, random) => timeHttp(clientOf(stand), `?offset=${deep(stand, random)}&limit=${limit}`),
    },
    {
      name: `read by id, ${how}`,
      ask: (stand, random) => timeHttp(clientOf(stand), `/${anyId(stand, random)}`),
    },
  ]
}

function timeFind(stand: BenchService, offset: number, limit: number): Promise<number> {
  const plan = {
    operation: 'find',
    model: stand.model,
    authorization: serviceAuthorization(stand.models),
    offset,
    limit,
  } as const
  return stand.time(findStatement.toSql([plan], stand.models, openAuthCheck))
}

function timeRead(stand: BenchService, random: () => number): Promise<number> {
  const plan = {
    operation: 'read',
    model: stand.model,
    authorization: serviceAuthorization(stand.models),
    id: anyId(stand, random),
  } as const
  return stand.time(readStatement.toSql([plan], stand.models, openAuthCheck))
}

async function timeHttp(client: Client, rest: string): Promise<number> {
  const start = performance.now()
  const reply = await client.exchange('GET', `/ws/rest/${contactModel}${rest}`)
  if (reply.status !== 200) throw new Error(`HTTP ${reply.status} ${reply.text}`)
  return performance.now() - start
}

/** Somewhere in the hundredth part of the table that begins after nine tenths of it. */
function deep({ size }: BenchService, random: () => number): number {
  return Math.floor(size * (0.9 + random() / 100))
}

/** An id that is there: every fiftieth is not. */
function anyId({ lastId }: BenchService, random: () => number): number {
  const id = 1 + Math.floor(random() * (lastId - 2))
  return id % 50 === 7 ? id + 1 : id
}
