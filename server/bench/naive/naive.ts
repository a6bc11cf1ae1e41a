import { createHash } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import * as queries from './queries.ts'

// A service that one could write in an afternoon, in its own process: Fastify, a pool, one query for the session and
// one for the record of every request, and JSON by Fastify. It accepts the requests of Tabularium on the same tables,
// but has no journal, no counts and no log, and checks almost nothing: `node naive.ts DATABASE_URL`.

interface Caller {
  readonly id: number
  readonly username: string
}

interface Address {
  Params: { id: string }
  Querystring: { offset?: string; limit?: string }
  Body: { data: Record<string, unknown> }
}

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 })
// Ids are integers that JavaScript can represent exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const app = Fastify({ logger: false })

app.get<Address>('/ws/rest/:model/:id', async (request, reply) => {
  if (!(await findCaller(request))) return reply.code(401).send({ status: -7 })
  const { rows } = await pool.query(queries.read, [request.params.id])
  if (rows.length === 0) return reply.code(404).send({ status: -1 })
  return { status: 0, data: rows.map(toRecord) }
})

app.get<Address>('/ws/rest/:model', async (request, reply) => {
  if (!(await findCaller(request))) return reply.code(401).send({ status: -7 })
  const { offset = '0', limit = '40' } = request.query
  const { rows } = await pool.query(queries.page, [limit, offset])
  const counted = await pool.query<{ total: number }>(queries.total)
  const data = rows.map(({ id, version, full_name: fullName, email }) => ({ id, version, fullName, email }))
  return { status: 0, offset: Number(offset), total: counted.rows[0]?.total, data }
})

app.put<Address>('/ws/rest/:model', async (request, reply) => {
  const caller = await findCaller(request)
  if (!caller) return reply.code(401).send({ status: -7 })
  const { firstName, lastName, email, phone, status, credit, vip } = request.body.data
  const values = [caller.id, firstName, lastName, email, phone, status, credit, vip]
  const { rows } = await pool.query(queries.create, values)
  return { status: 0, data: rows.map((row) => toRecord({ ...row, created_name: caller.username, ...named(caller) })) }
})

app.post<Address>('/ws/rest/:model/:id', async (request, reply) => {
  const caller = await findCaller(request)
  if (!caller) return reply.code(401).send({ status: -7 })
  const { version, phone, credit } = request.body.data
  const { rows } = await pool.query(queries.update, [request.params.id, version, caller.id, phone, credit])
  if (rows.length === 0) return reply.code(409).send({ status: -1 })
  return { status: 0, data: rows.map((row) => toRecord({ ...row, ...named(caller) })) }
})

process.on('SIGTERM', () => void app.close().then(() => pool.end()))
console.log(JSON.stringify({ url: await app.listen({ host: '127.0.0.1', port: 0 }) }))

async function findCaller({ headers }: FastifyRequest<Address>): Promise<Caller | undefined> {
  const token = /(?:^|; )session=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  if (token === undefined) return undefined
  const { rows } = await pool.query<Caller>(queries.session, [createHash('sha256').update(token).digest('hex')])
  return rows[0]
}

function named({ username }: Caller): { updated_name: string } {
  return { updated_name: username }
}

/** A row of the joins as the record that clients see. */
function toRecord(row: Record<string, unknown>): object {
  const author = (id: unknown, username: unknown) => (id === null ? null : { id, username })
  return {
    id: row['id'],
    version: row['version'],
    firstName: row['first_name'],
    lastName: row['last_name'],
    fullName: row['full_name'],
    email: row['email'],
    phone: row['phone'],
    status: row['status'],
    credit: row['credit'],
    birthDate: row['birth_date'],
    vip: row['vip'],
    company:
      row['company'] === null
        ? null
        : { id: row['company'], version: row['company_version'], name: row['company_name'] },
    lastContactedOn: row['last_contacted_on'],
    preferences: row['preferences'],
    notes: row['notes'],
    createdOn: row['created_on'],
    createdBy: author(row['created_by'], row['created_name']),
    updatedOn: row['updated_on'],
    updatedBy: author(row['updated_by'], row['updated_name']),
  }
}
