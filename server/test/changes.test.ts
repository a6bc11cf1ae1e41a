import http from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { saveMany, search } from './harness/actions.ts'
import { type Client, recordOf, type Reply } from './harness/client.ts'
import { Company, Contact, refusal, shown, Tag } from './harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { timed } from './harness/timed.ts'
import { useService } from './harness/useService.ts'

interface Event {
  readonly model: string
  readonly id: number
  readonly version: number
  readonly operation: string
  readonly changes?: Record<string, { from: unknown; to: unknown }>
  readonly changeSet?: number
  readonly token?: string
  readonly record?: { readonly version: number; readonly [field: string]: unknown } | null
}

interface ChangesJson {
  readonly data: Event[]
  readonly next: string
  readonly more: boolean
  readonly reset?: true
}

const stage = useService({ releaseInterval: '10ms', maxStreams: '6' })
let role: { id: number }
let made = 0

beforeAll(async () => {
  const leads = { fieldName: 'status', operator: '=', value: 'lead' }
  role = await makeRole(stage.client, 'leads', [{ model: Contact, ...allActions, condition: leads }])
})

const person = (more: object = {}) => ({ firstName: `First ${made++}`, lastName: 'Changed', ...more })

function ask(query: string, client: Client = stage.client): Promise<Reply> {
  return client.exchange('GET', `/ws/changes?${query}`)
}

function pageOf(reply: Reply): ChangesJson {
  expect(reply.status, reply.text).toBe(200)
  return reply.json as unknown as ChangesJson
}

async function begin(client?: Client, models = Contact): Promise<string> {
  return pageOf(await ask(`models=${models}`, client)).next
}

/** All events after a token, as soon as there are so many. */
async function follow(after: string, count: number, client?: Client, models = Contact): Promise<Event[]> {
  const enough = async () => {
    const page = pageOf(await ask(`models=${models}&after=${after}`, client))
    return page.data.length >= count ? page.data : undefined
  }
  return until(`${count} changes`, enough)
}

const short = (events: readonly Event[]) => events.map(({ id, version, operation }) => `${id} ${version} ${operation}`)

async function newUser(): Promise<Client> {
  const { id } = await makeUser(stage.client, `user${made++}`, [role])
  return clientOf(stage.service, stage.database, id, 1)
}

describe('GET /ws/changes', () => {
  it('answers the writes after a token in order, the same for the same token, and page by page', async () => {
    const after = await begin()
    const { id } = recordOf(await stage.client.create(Contact, person()))
    recordOf(await stage.client.update(Contact, id, { version: 0, vip: true }))
    await stage.client.delete(Contact, id)
    const events = await follow(after, 3)
    expect(short(events)).toEqual([`${id} 0 create`, `${id} 1 update`, `${id} 2 delete`])
    expect(events[1]?.changes).toEqual({ vip: { from: null, to: true } })
    expect(await follow(after, 3)).toEqual(events)
    const paged: Event[] = []
    for (let page = { next: after, more: true }; page.more; ) {
      const found = pageOf(await ask(`models=${Contact}&after=${page.next}&limit=1`))
      expect(found.data.length).toBeLessThanOrEqual(1)
      paged.push(...found.data)
      page = found
    }
    expect(paged).toEqual(events)
  })

  it('has the change set of a bulk, and the models that were asked for', async () => {
    const after = await begin(stage.client, `${Contact},${Tag}`)
    const reply = await saveMany(stage.client, Contact, [person(), person()])
    recordOf(await stage.client.create(Company, { name: 'Not asked for' }))
    recordOf(await stage.client.create(Tag, { name: `tag ${made++}` }))
    const events = await follow(after, 3, stage.client, `${Contact},${Tag}`)
    expect(events.map(({ model }) => model)).toEqual([Contact, Contact, Tag])
    const { changeSet } = reply.json as unknown as { changeSet: number }
    expect(events.map((event) => event.changeSet)).toEqual([changeSet, changeSet, undefined])
  })

  it('does not show a write before an earlier one that is still under way', async () => {
    const after = await begin()
    await stage.database.query(
      `begin; insert into tabularium.journal (model, record, version, operation, request_id, changes)
       select number, 999999, 0, 'c', 'held', '{}' from tabularium.models where name = '${Contact}'`,
    )
    const { id } = recordOf(await stage.client.create(Contact, person()))
    expect(pageOf(await ask(`models=${Contact}&after=${after}&wait=300ms`)).data).toEqual([])
    await stage.database.query('commit')
    expect(short(await follow(after, 2))).toEqual(['999999 0 create', `${id} 0 create`])
  })

  it('with wait answers as soon as something happens', async () => {
    const after = await begin()
    const waiting = ask(`models=${Contact}&after=${after}&wait=30s`)
    const { id } = recordOf(await stage.client.create(Contact, person()))
    expect(short(pageOf(await waiting).data)).toEqual([`${id} 0 create`])
  })

  it('find, search and read with changes=true have the token to follow from', async () => {
    const first = recordOf(await stage.client.create(Contact, person()))
    await follow(await begin(), 0)
    const replies = [
      await stage.client.find(Contact, '?changes=true'),
      await search(stage.client, Contact, { changes: true }),
      await stage.client.exchange('GET', `/ws/rest/${Contact}/${first.id}?changes=true`),
    ]
    const { id } = recordOf(await stage.client.create(Contact, person()))
    for (const reply of replies) {
      const { changes } = reply.json as unknown as { changes: string }
      expect(short(await follow(changes, 1))).toContain(`${id} 0 create`)
    }
  })

  it('with tokens=true each change has the token behind it', async () => {
    const after = await begin()
    const { id } = recordOf(await stage.client.create(Contact, person()))
    recordOf(await stage.client.update(Contact, id, { version: 0, vip: true }))
    const events = await follow(after, 2)
    const { data, next } = pageOf(await ask(`models=${Contact}&after=${after}&tokens=true`))
    expect(data.map(({ token: _, ...event }) => event)).toEqual(events)
    expect(data[1]?.token).toBe(next)
    expect(pageOf(await ask(`models=${Contact}&after=${data[0]?.token}`)).data).toEqual([events[1]])
  })

  it('with record=now each change has the record as it is now, and null if it is gone', async () => {
    const after = await begin()
    const made = recordOf(await stage.client.create(Contact, person()))
    const newer = recordOf(await stage.client.update(Contact, made.id, { version: 0, vip: true }))
    const gone = recordOf(await stage.client.create(Contact, person()))
    await stage.client.delete(Contact, gone.id)
    await follow(after, 4)
    const { data } = pageOf(await ask(`models=${Contact}&after=${after}&record=now`))
    expect(data.map(({ record }) => record)).toEqual([newer, newer, null, null])
  })

  it('a page is shorter if its changes or records are large, and none is left out', async () => {
    const after = await begin()
    const ids: number[] = []
    for (let round = 0; round < 6; round++) {
      const records = Array.from({ length: 100 }, () => person({ notes: 'x'.repeat(9_000) }))
      const { json } = await saveMany(stage.client, Contact, records)
      ids.push(...(json as unknown as { data: { id: number }[] }).data.map(({ id }) => id))
    }
    const pages: number[][] = []
    for (let next = after; pages.flat().length < ids.length; ) {
      const page = pageOf(await ask(`models=${Contact}&after=${next}&record=now&wait=5s`))
      pages.push(page.data.map(({ record }) => Number(record?.['id'])))
      next = page.next
    }
    expect(pages.flat()).toEqual(ids)
    expect(pages.length).toBeGreaterThan(1)
  })

  it('refuses tokens that it did not make, unknown models, and strangers', async () => {
    expect((await ask('after=AAAA')).status).toBe(400)
    expect((await ask('limit=0')).status).toBe(400)
    expect((await ask('wait=2h')).status).toBe(400)
    expect((await ask('record=then')).status).toBe(400)
    expect((await ask('models=com.example.contacts.Nothing')).status).toBe(404)
    expect((await stage.client.exchange('GET', '/ws/changes', { cookie: null })).status).toBe(401)
  })
})

describe('"nothing is passed over silently"', () => {
  it('410 lost if the entry of the token is another one, forgotten if later ones were deleted', async () => {
    recordOf(await stage.client.create(Contact, person()))
    const { next } = pageOf(await ask(`models=${Contact}&after=start&limit=1`))
    const entry = `(select min(position) from tabularium.journal where model =
      (select number from tabularium.models where name = '${Contact}'))`
    await stage.database.query(`update tabularium.journal set version = version + 100 where position = ${entry}`)
    const lost = await ask(`models=${Contact}&after=${next}`)
    const now = expect.any(String)
    expect(shown(lost)).toEqual(refusal('changes-gone', { data: { why: 'lost', now } }))
    await stage.database.query(`update tabularium.journal set version = version - 100 where position = ${entry}`)
    expect(pageOf(await ask(`models=${Contact}&after=${next}`)).data.length).toBeGreaterThan(0)
    await stage.database.query(
      `insert into tabularium.forgotten select number, (select released from tabularium.feed)
       from tabularium.models where name = '${Contact}'`,
    )
    const gone = await ask(`models=${Contact}&after=${next}`)
    expect(shown(gone)).toEqual(refusal('changes-gone', { data: { why: 'forgotten', now } }))
    await stage.database.query('delete from tabularium.forgotten')
  })
})

describe('"rights are those of the moment of the answer"', () => {
  it('a record appears, changes and vanishes as find shows it; the others do not happen', async () => {
    const client = await newUser()
    const after = await begin(client)
    const { id } = recordOf(await stage.client.create(Contact, person({ status: 'former', credit: '5.00' })))
    recordOf(await stage.client.update(Contact, id, { version: 0, vip: true }))
    recordOf(await stage.client.update(Contact, id, { version: 1, status: 'lead' }))
    recordOf(await stage.client.update(Contact, id, { version: 2, vip: false }))
    recordOf(await stage.client.update(Contact, id, { version: 3, status: 'customer' }))
    recordOf(await stage.client.update(Contact, id, { version: 4, status: 'lead' }))
    await stage.client.delete(Contact, id)
    const events = await follow(after, 5, client)
    expect(short(events)).toEqual([
      `${id} 2 appear`,
      `${id} 3 update`,
      `${id} 4 vanish`,
      `${id} 5 appear`,
      `${id} 6 vanish`,
    ])
    expect(events[0]?.changes).toMatchObject({ credit: { from: null, to: '5.00' }, vip: { from: null, to: true } })
    expect(events[2]).toEqual({ model: Contact, id, version: 4, operation: 'vanish' })
    const { data } = pageOf(await ask(`models=${Contact}&after=${after}&record=now`, client))
    expect(data.map(({ record }) => record)).toEqual([null, null, null, null, null])
  })

  it('what is hidden leaves no trace in the pages, not even in their size', async () => {
    const client = await newUser()
    const after = await begin(client)
    const ids: number[] = []
    for (let round = 0; round < 3; round++) {
      recordOf(await stage.client.create(Contact, person({ status: 'customer' })))
      ids.push(recordOf(await stage.client.create(Contact, person())).id)
      recordOf(await stage.client.create(Contact, person({ status: 'former' })))
    }
    await follow(after, 3, client)
    const pages: string[] = []
    for (let page = { next: after, more: true }; page.more; ) {
      const found = pageOf(await ask(`models=${Contact}&after=${page.next}&limit=2`, client))
      pages.push(`${found.data.length} ${found.more} ${found.next.length}`)
      page = found
    }
    expect(pages).toEqual([`2 true ${after.length}`, `1 false ${after.length}`])
  })

  it('changed rights are told by reset, once', async () => {
    const client = await newUser()
    const after = await begin(client)
    recordOf(await stage.client.create('tabularium.Rule', { role: { id: role.id }, model: Tag, read: true }))
    const page = pageOf(await ask(`models=${Contact}&after=${after}`, client))
    expect(page.reset).toBe(true)
    expect(pageOf(await ask(`models=${Contact}&after=${page.next}`, client)).reset).toBeUndefined()
  })
})

describe('GET /ws/changes/stream', () => {
  /** Opens a stream, and returns its text so far and whether it has ended. */
  function open(path: string, cookie = stage.client.cookie ?? '', headers: object = {}) {
    const state = { text: '', status: 0, type: '', ended: false, close: () => request.destroy() }
    const request = http.get(`${stage.service.url}${path}`, { headers: { cookie, ...headers } }, (response) => {
      state.status = response.statusCode ?? 0
      state.type = response.headers['content-type'] ?? ''
      response.on('data', (chunk) => (state.text += String(chunk)))
      response.on('close', () => (state.ended = true))
    })
    request.on('error', () => (state.ended = true))
    return state
  }

  const blocksOf = (text: string) =>
    text
      .split('\n\n')
      .filter((block) => block.startsWith('id: '))
      .map((block) => {
        const [, id = '', data = '{}'] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? []
        return { id, event: JSON.parse(data) as Event }
      })

  it('sends changes with their tokens, and continues behind the last one', async () => {
    const after = await begin()
    const path = `/ws/changes/stream?models=${Contact}`
    const first = open(`${path}&after=${after}`)
    const { id } = recordOf(await stage.client.create(Contact, person()))
    recordOf(await stage.client.update(Contact, id, { version: 0, vip: true }))
    await until('two events', () => blocksOf(first.text).length >= 2)
    expect([first.status, first.type]).toEqual([200, 'text/event-stream'])
    const [one, two] = blocksOf(first.text)
    expect(short([one, two].flatMap((block) => (block ? [block.event] : [])))).toEqual([
      `${id} 0 create`,
      `${id} 1 update`,
    ])
    first.close()
    const second = open(path, undefined, { 'last-event-id': one?.id })
    await until('the second event', () => blocksOf(second.text).length >= 1)
    expect(blocksOf(second.text)[0]).toEqual(two)
    second.close()
  })

  it('tells an idle client that its rights have changed', async () => {
    const client = await newUser()
    const stream = open(`/ws/changes/stream?models=${Contact}`, client.cookie)
    await until('the stream is open', () => stream.text.includes('heartbeat'))
    recordOf(await stage.client.create('tabularium.Rule', { role: { id: role.id }, model: Company, read: true }))
    await until('the stream says so', () => stream.text.includes('event: reset'))
    expect(stream.text.match(/event: reset/g)).toHaveLength(1)
    stream.close()
  })

  it('goes on if the mark goes back, as it does with a copy that takes over', async () => {
    const stream = open(`/ws/changes/stream?models=${Contact}`)
    await until('the stream is open', () => stream.text.includes('heartbeat'))
    await stage.database.query('update tabularium.feed set released = released - 1, pending = released - 1')
    const { id } = recordOf(await stage.client.create(Contact, person()))
    await until('the change', () => blocksOf(stream.text).some(({ event }) => event.id === id))
    expect(blocksOf(stream.text).filter(({ event }) => event.id === id)).toHaveLength(1)
    stream.close()
  })

  it('ends within 5 s after its session has ended', timed, async () => {
    const client = await newUser()
    const stream = open(`/ws/changes/stream?models=${Contact}`, client.cookie)
    await until('the stream is open', () => stream.text.includes('heartbeat'))
    await client.exchange('GET', '/logout')
    await until('the stream has ended', () => stream.ended, { within: 5_000 })
    expect(stream.text).toContain('event: end\ndata: {"code":"session-required"}')
  })

  it('answers failures like other calls, and 503 beyond maxStreams', async () => {
    const refused = await stage.client.exchange('GET', '/ws/changes/stream?after=AAAA')
    expect(refused.status).toBe(400)
    expect((await stage.client.exchange('GET', '/ws/changes/stream')).status).toBe(200)
    const streams = Array.from({ length: 4 }, () => open('/ws/changes/stream'))
    await until('all are open', () => streams.every(({ text }) => text.includes('heartbeat')))
    const more = open('/ws/changes/stream')
    await until('the answer', () => more.ended)
    expect([more.status, more.text]).toEqual([503, expect.stringContaining('with 4 streams')])
    const status: unknown = await (await fetch(`${stage.service.healthUrl}/status`)).json()
    expect(status).toMatchObject({ requests: { refused: { streamShare: 1 } } })
    const others = await Promise.all([newUser(), newUser()])
    const theirs = others.map(({ cookie }) => open('/ws/changes/stream', cookie))
    await until('others are let in', () => theirs.every(({ text }) => text.includes('heartbeat')))
    const last = open('/ws/changes/stream', others[0]?.cookie)
    await until('the answer', () => last.ended)
    expect([last.status, last.text]).toEqual([503, expect.stringContaining('Too many clients')])
    for (const stream of [...theirs, ...streams.slice(1)]) stream.close()
    streams[0]?.close()
    const isFree = async () => {
      const next = open('/ws/changes/stream')
      await until('an answer', () => next.ended || next.text.includes('heartbeat'))
      next.close()
      return next.status === 200
    }
    await until('a client that is gone is not counted', isFree)
    for (const stream of streams) stream.close()
  })

  it('forgets requests that wait when their clients are gone', async () => {
    const polls: ReturnType<typeof open>[] = []
    const isFull = async () => {
      if (polls.filter(({ ended }) => !ended).length < 4) polls.push(open('/ws/changes?wait=60s'))
      return (await ask('wait=1ms')).status === 503
    }
    await until('no more may wait', isFull)
    for (const poll of polls) poll.close()
    await until('others may wait', async () => (await ask('wait=1ms')).status === 200)
  })
})
