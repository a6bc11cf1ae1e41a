import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { maxFaults, maxSuggestions } from '../../src/plan/Faults.ts'
import { pathOf } from '../harness/actions.ts'
import type { Reply } from '../harness/client.ts'
import { Company, Contact, refusal, shown } from '../harness/contract.ts'
import { Key } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { timed } from '../harness/timed.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const path = `/ws/rest/${Contact}`

/** The processor time of some work in this process, where the service runs, in milliseconds. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

describe('a header of the maximum length', () => {
  const long = 15_000
  it.each([
    ['authorization', `Bearer${' '.repeat(long)}x y`],
    ['authorization', `Bearer ${'tab_'.repeat(long / 4)}`],
    ['cookie', 'session='.repeat(long / 8)],
    ['cookie', `session${' ;'.repeat(long / 2)}`],
    ['x-forwarded-for', '[]:1'.repeat(long / 4)],
    ['if-match', `"3"${' '.repeat(long)}x`],
    ['if-none-match', ', W/'.repeat(long / 4)],
    ['content-type', `application/json;${' '.repeat(long)}charset`],
  ])('costs next to nothing: %s', timed, async (name, value) => {
    const send = () => stage.client.exchange('GET', path, { cookie: null, headers: { [name]: value } })
    await send()
    expect(await costOf(send)).toBeLessThan(100)
  })
})

describe('a malformed key together with a cookie', () => {
  it.each(['Bearer', 'Bearer x y', 'bearer   '])('%j: the cookie is ignored', async (authorization) => {
    const reply = await stage.client.exchange('GET', path, { headers: { authorization } })
    expect(shown(reply)).toEqual(refusal('session-required'))
  })
})

/** Objects of 999 unknown members that fill a body of 1 MiB. */
function* unknownMembers(total: number): Generator<Record<string, number>> {
  for (let at = 0; at < total; at += 999)
    yield Object.fromEntries(Array.from({ length: Math.min(999, total - at) }, (_, n) => [nameOf(at + n), 0]))
}

/** A name of nine letters that is similar to no other. */
function nameOf(number: number): string {
  return `x${number.toString(26).padStart(8, 'q')}`
}

function faultsOf({ json }: Reply): string[] {
  return Object.values(json?.errors ?? {})
}

describe('a body with errors everywhere', () => {
  const records = [...unknownMembers(60_000)]

  it.each([
    ['records with unknown members', Contact, '', { records }],
    ['records of a model of the service', Key, '', { records }],
    ['members with unknown members', Company, '', { records: [{ name: 'x', contacts: records }] }],
    ['removals with unknown members', Contact, 'removeAll', { records }],
    ['records that are none', Contact, '', { records: [...Array.from({ length: 999 }, () => 0), { a: 0, b: 0 }] }],
    [
      'links that are none',
      Contact,
      '',
      { records: [{ firstName: 'a', lastName: 'b', tags: Array.from({ length: 1_000 }, () => 0) }] },
    ],
  ])('lists the first thousand faults: %s', timed, async (_, model, behind, body) => {
    const text = JSON.stringify(body)
    let reply: Reply | undefined
    const send = async () => (reply = await stage.client.exchange('POST', pathOf(model, behind), { body: text }))
    // Parsing this much JSON has its cost; with all suggestions it was 1.5 to 3 s.
    expect(await costOf(send)).toBeLessThan(1_000)
    if (!reply) throw new Error('There is no answer.')
    expect(reply).toMatchObject({ status: 400, json: { data: { code: 'invalid-record' } } })
    expect(reply.json?.data).toMatchObject({ message: expect.stringContaining('There are more than these.') })
    expect(faultsOf(reply)).toHaveLength(maxFaults)
    expect(reply.text.length).toBeLessThan(400_000)
  })

  it('gets suggestions only for the first ten errors', async () => {
    const misspelled = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`lastName${n}`, 'x']))
    const reply = await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace', ...misspelled })
    expect(faultsOf(reply)).toHaveLength(50)
    expect(faultsOf(reply).filter((fault) => fault.includes('Did you mean "lastName"?'))).toHaveLength(maxSuggestions)
  })

  it('names at most 100 unknown members of a body', async () => {
    const [members = {}] = unknownMembers(999)
    const reply = await stage.client.exchange('PUT', pathOf(Contact), { body: members })
    expect(faultsOf(reply)).toHaveLength(100)
  })
})

/** Sends the head of a request with a body of 1 MiB, and a part of the body, on a new connection. */
function begin(target: string, more = '') {
  const { hostname, port } = new URL(stage.service.url)
  const socket = connect(Number(port), hostname)
  const type = 'Content-Type: application/json\r\nContent-Length: 1000000'
  const head = `PUT ${target} HTTP/1.1\r\nHost: x\r\n${type}\r\n${more}`
  socket.write(`${head}\r\n{"data":`)
  return socket
}

describe('the body of a request without a session', () => {
  it('is not read: the headers are enough for the answer', async () => {
    const socket = begin(path)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('may end early: that is not a failure of the service', async () => {
    const requestId = 'hung-up-in-the-middle'
    const socket = begin(path, `Cookie: ${stage.client.cookie}\r\nX-Request-Id: ${requestId}\r\n`)
    await stage.client.find(Contact)
    socket.resetAndDestroy()
    const lineOf = () =>
      stage.service
        .logs()
        .split('\n')
        .find((line) => line.includes(requestId))
    const line = await until('a line of the request', lineOf)
    expect(JSON.parse(line)).toMatchObject({ level: 'info', status: 400, reason: 'hung-up' })
    expect(stage.service.logs()).not.toContain('internal failure')
  })
})
