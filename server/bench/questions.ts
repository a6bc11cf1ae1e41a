import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { findStatement } from '../src/statement/find.ts'
import { openAuthCheck } from '../src/statement/authorization/authCheck.ts'
import { readStatement } from '../src/statement/read.ts'
import type { Client } from '../test/harness/client.ts'
import { contactModel, type BenchService } from './BenchService.ts'

/** A request that is sent to tables of different sizes. It returns its time in milliseconds. */
export interface Question {
  readonly name: string
  ask(bench: BenchService, random: () => number): Promise<number>
}

/** The two questions that have targets. */
export const firstPage = 'first page with total, statement'
export const deepPage = '90 % deep with total, statement'

const limit = 40

/** The questions, which are the same for small and large tables. */
export const questions: readonly Question[] = [
  { name: firstPage, ask: (bench) => timeFind(bench, 0, limit) },
  { name: deepPage, ask: (bench, random) => timeFind(bench, deep(bench, random), limit) },
  { name: 'the total alone, statement', ask: (bench) => timeFind(bench, 0, 0) },
  { name: 'read by id, statement', ask: (bench, random) => timeRead(bench, random) },
  ...overHttp('HTTP', ({ client }) => client),
  ...overHttp('HTTP, by rules', ({ clerk }) => clerk),
]

function overHttp(how: string, clientOf: (bench: BenchService) => Client): Question[] {
  return [
    { name: `first page with total, ${how}`, ask: (bench) => timeHttp(clientOf(bench), `?limit=${limit}`) },
    {
      name: `90 % deep with total, ${how}`,
      ask: (bench, random) => timeHttp(clientOf(bench), `?offset=${deep(bench, random)}&limit=${limit}`),
    },
    {
      name: `read by id, ${how}`,
      ask: (bench, random) => timeHttp(clientOf(bench), `/${anyId(bench, random)}`),
    },
  ]
}

function timeFind(bench: BenchService, offset: number, limit: number): Promise<number> {
  const plan = {
    operation: 'find',
    model: bench.model,
    authorization: serviceAuthorization(bench.models),
    offset,
    limit,
  } as const
  return bench.time(findStatement.toSql([plan], bench.models, openAuthCheck))
}

function timeRead(bench: BenchService, random: () => number): Promise<number> {
  const plan = {
    operation: 'read',
    model: bench.model,
    authorization: serviceAuthorization(bench.models),
    id: anyId(bench, random),
  } as const
  return bench.time(readStatement.toSql([plan], bench.models, openAuthCheck))
}

async function timeHttp(client: Client, rest: string): Promise<number> {
  const start = performance.now()
  const reply = await client.exchange('GET', `/ws/rest/${contactModel}${rest}`)
  if (reply.status !== 200) throw new Error(`HTTP ${reply.status} ${reply.text}`)
  return performance.now() - start
}

/** A random offset between 90 % and 91 % of the table. */
function deep({ size }: BenchService, random: () => number): number {
  return Math.floor(size * (0.9 + random() / 100))
}

/** A random id that exists: every fiftieth does not. */
function anyId({ lastId }: BenchService, random: () => number): number {
  const id = 1 + Math.floor(random() * (lastId - 2))
  return id % 50 === 7 ? id + 1 : id
}
