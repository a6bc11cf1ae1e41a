import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProcessParts } from '../src/boot/createProcessParts.ts'
import type { Request } from '../src/call/Request.ts'
import type { Envelope } from '../src/envelope/Envelope.ts'
import type { Failure } from '../src/failure/failure.ts'
import { requireAt } from '../src/failure/invariant.ts'
import { loadDeclarations } from '../src/model/loadModels.ts'
import { createLog } from '../src/request/log.ts'
import { parseSettings } from '../src/settings/parseSettings.ts'
import type { ProcessParts } from '../src/tenant/ProcessParts.ts'
import { Tenant } from '../src/tenant/Tenant.ts'
import { admin } from './harness/client.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'

const databases: TestDatabase[] = []

beforeAll(async () => {
  databases.push(await createDatabase(), await createDatabase())
  // Both are copies of one database, and each has drawn a key of its own.
  await requireAt(databases, 1).query(`update tabularium.secrets set value = sha256('another') where name = 'signing'`)
})
afterAll(() => Promise.all(databases.map((database) => database.drop())))

async function makeParts(): Promise<ProcessParts> {
  const settings = parseSettings('serve', {
    flags: { models: contactsFolder },
    env: { DATABASE_URL: requireAt(databases, 0).url },
  })
  return createProcessParts({
    settings,
    ...(await loadDeclarations(contactsFolder)),
    log: createLog({ level: 'fatal', fileDescriptor: 2, onExit: () => {} }),
    version: '0.0.0',
    newRequestId: () => randomBytes(12).toString('base64url'),
    newToken: () => randomBytes(32),
    now: () => Date.now(),
    random: () => Math.random(),
  })
}

/** The parts of a process, for another database. */
function on(parts: ProcessParts, { url: databaseUrl }: TestDatabase): ProcessParts {
  return { ...parts, settings: { ...parts.settings, databaseUrl } }
}

const observer = { onLanguage: () => {}, onUser: () => {}, isGone: () => false, onGone: () => {}, onWait: () => {} }

/** Asks a tenant as http does. Returns the answer, or the code of the failure. */
async function ask(tenant: Tenant, asked: Partial<Request> & Pick<Request, 'operation'>, body?: unknown) {
  const request: Request = {
    requestId: 'test',
    address: '127.0.0.1',
    query: '',
    ...asked,
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
  }
  try {
    return await tenant.answer(request, { requestId: 'test' }, observer)
  } catch (error) {
    return (error as Failure).code
  }
}

async function succeed(...asked: Parameters<typeof ask>): Promise<Envelope> {
  const answered = await ask(...asked)
  if (typeof answered === 'string') throw new Error(`It was refused: ${answered}`)
  return answered
}

async function logIn(tenant: Tenant): Promise<string> {
  const { session } = await succeed(tenant, { operation: 'login' }, admin)
  return session ?? ''
}

interface Page {
  readonly data: readonly { readonly id: number; readonly fullName: string }[]
  readonly total: number
  readonly next: string
}

function parse({ text }: Envelope): Page {
  return JSON.parse(text)
}

it('two in one process know nothing of each other, although users and records have the same ids', async () => {
  const parts = await makeParts()
  const [first, second] = [await Tenant.open(parts), await Tenant.open(on(parts, requireAt(databases, 1)))]
  const [token, other] = [await logIn(first), await logIn(second)]
  const create = { operation: 'create', model: Contact } as const
  for (const firstName of ['Ada', 'Bea', 'Cleo']) {
    await succeed(first, { ...create, token }, { data: { firstName, lastName: 'First' } })
    await succeed(second, { ...create, token: other }, { data: { firstName, lastName: 'Second' } })
  }
  const mine = { operation: 'find', model: Contact, token, query: 'limit=2' } as const
  const theirs = { ...mine, token: other }
  const page = parse(await succeed(first, mine))
  expect(page.data).toMatchObject([
    { id: 1, fullName: 'Ada First' },
    { id: 2, fullName: 'Bea First' },
  ])
  expect(parse(await succeed(second, theirs)).data).toMatchObject([
    { id: 1, fullName: 'Ada Second' },
    { id: 2, fullName: 'Bea Second' },
  ])
  expect([first.findUser(token), second.findUser(token)]).toEqual([1, undefined])
  expect(await ask(second, mine)).toBe('session-required')
  const query = `limit=2&after=${page.next}`
  expect(parse(await succeed(first, { ...mine, query })).data).toMatchObject([{ id: 3, fullName: 'Cleo First' }])
  expect(await ask(second, { ...theirs, query })).toBe('invalid-parameter')
  const keyed = { ...create, idempotencyKey: 'the-same-key-in-both' }
  const dora = { data: { firstName: 'Dora', lastName: 'Key' } }
  expect((await succeed(first, { ...keyed, token }, dora)).replayed).toBeUndefined()
  expect((await succeed(second, { ...keyed, token: other }, dora)).replayed).toBeUndefined()
  expect((await succeed(first, { ...keyed, token }, dora)).replayed).toBe(true)
  await first.close()
  expect(parse(await succeed(second, theirs)).total).toBe(4)
  await second.close()
})

it('leaves no timer and no socket when it is closed, also if it is started and used', async () => {
  const parts = await makeParts()
  const count = (kind: string) => process.getActiveResourcesInfo().filter((one) => one === kind).length
  const [sockets, timers] = [count('TCPSocketWrap'), count('Timeout')]
  const tenant = await Tenant.open(parts)
  tenant.start({ work: true })
  await logIn(tenant)
  expect(count('TCPSocketWrap')).toBeGreaterThan(sockets)
  expect(count('Timeout')).toBeGreaterThan(timers)
  await tenant.close()
  // Timers of the test itself may have ended meanwhile.
  await until('all has ended', () => count('TCPSocketWrap') === sockets && count('Timeout') <= timers)
})
