import http from 'node:http'
import { expect, it } from 'vitest'
import { choice, model, text } from '../src/index.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { toModel } from '../src/model/toModel.ts'
import { type Client, recordOf } from './harness/client.ts'
import { clientOf, makeRole, makeUser, Webhook } from './harness/people.ts'
import { pause, until } from './harness/poll.ts'
import { useReceiver } from './harness/useReceiver.ts'
import { useModels } from './harness/useModels.ts'

const Paper = 'org.example.Paper'
const states = ['public', 'secret']
const fields = { name: text({ required: true }), body: text(), state: choice(states) }
const stage = useModels(withBuiltIn([toModel(model({ name: Paper, title: 'name', fields }))]), {
  releaseInterval: '10ms',
  bodyLimit: '8MiB',
  statementTimeout: '30s',
  requestTimeout: '60s',
  webhookNetworks: '127.0.0.1',
})
const receiver = useReceiver()

it('an event larger than what the network takes at once reaches a client that reads slowly', async () => {
  const state = { text: '', ended: false }
  const headers = { cookie: stage.client.cookie ?? '' }
  let opened: http.IncomingMessage | undefined
  const request = http.get(`${stage.service.url}/ws/changes/stream?models=${Paper}`, { headers }, (response) => {
    opened = response
    response.on('data', (chunk) => (state.text += String(chunk)))
    response.on('close', () => (state.ended = true))
  })
  request.on('error', () => (state.ended = true))
  await until('the stream is open', () => state.text.includes('heartbeat'))
  const { id } = recordOf(await stage.client.create(Paper, { name: 'Long', body: 'a'.repeat(7_000_000) }))
  opened?.pause()
  recordOf(await stage.client.update(Paper, id, { version: 0, body: 'b'.repeat(7_000_000) }))
  await pause(500)
  opened?.resume()
  recordOf(await stage.client.update(Paper, id, { version: 1, name: 'Longer' }))
  await until('all changes', () => state.ended || state.text.includes('"Longer"'))
  expect(state.ended).toBe(false)
  expect(state.text.match(/^data: \{"model".*\}$/gm)?.map((data) => data.length > 7_000_000)).toEqual([
    true,
    true,
    false,
  ])
  request.destroy()
})

/** A user who sees public papers only. */
async function makeReader(name: string): Promise<{ readonly id: number; readonly client: Client }> {
  const condition = { fieldName: 'state', operator: '=', value: 'public' }
  const role = await makeRole(stage.client, name, [
    { model: Paper, read: true, readFields: ['name', 'state'], condition },
  ])
  const { id } = await makeUser(stage.client, name, [role])
  return { id, client: await clientOf(stage.service, stage.database, id, 1) }
}

interface Page {
  readonly data: readonly { readonly id: number; readonly version: number; readonly operation: string }[]
  readonly next: string
}

const ask = (client: Client, after: string) => client.exchange('GET', `/ws/changes?models=${Paper}&after=${after}`)
const begin = async (client: Client) => ((await client.exchange('GET', '/ws/changes')).json as unknown as Page).next

it('a caller with rules misses no change of a record, however much was written to it since', async () => {
  const { client } = await makeReader('librarian')
  let next = await begin(client)
  const { id } = recordOf(await stage.client.create(Paper, { name: 'Long', body: 'a', state: 'public' }))
  // More entries than are read at a time.
  await stage.database.query(`insert into tabularium.journal (model, record, version, operation, request_id, changes)
    select models.number, ${id}, version, 'u', 'many', json_build_object('name', json_build_array('Long', 'Long'))
    from tabularium.models, generate_series(1, 10050) as version
    where models.name = '${Paper}'
    order by version;
    update record.org_example_paper set version = 10050 where id = ${id}`)
  recordOf(await stage.client.update(Paper, id, { version: 10_050, state: 'secret' }))
  const seen: string[] = []
  await until('all is released', async () => {
    const page = (await ask(client, next)).json as unknown as Page
    seen.push(...page.data.map(({ version, operation }) => `${version} ${operation}`))
    next = page.next
    return seen.length >= 100
  })
  expect(seen).toEqual(['0 create', ...seen.slice(1).map((_, index) => `${index + 1} update`)])
})

it('if nobody can tell any more whether a record was seen, the feed says so, and a delivery is parked', async () => {
  const { id: user, client } = await makeReader('follower')
  const after = await begin(client)
  const since = new Date().toISOString()
  const { id } = recordOf(await stage.client.create(Paper, { name: 'Short', state: 'public' }))
  for (const version of [0, 1]) recordOf(await stage.client.update(Paper, id, { version, name: `Name ${version}` }))
  await stage.database.query(`delete from tabularium.journal where record = ${id} and version = 1
    and model = (select number from tabularium.models where name = '${Paper}')`)
  const reply = await until('all is released', async () => {
    const one = await ask(client, after)
    return one.status === 410 ? one : undefined
  })
  expect(reply.json).toMatchObject({ data: { code: 'changes-gone', why: 'forgotten' } })
  const sent = { name: 'papers', url: receiver.url, models: [Paper], user: { id: user } }
  const hook = recordOf(await stage.client.create(Webhook, sent))
  await stage.client.exchange('POST', `/ws/webhooks/${hook.id}/resend`, { body: { data: { since } } })
  const parked = await until(
    'the delivery is parked',
    async () => {
      const { json } = await stage.client.exchange('GET', `/ws/webhooks/${hook.id}/deliveries?state=parked`)
      const [one] = (json as unknown as { data: Record<string, unknown>[] }).data
      return one
    },
    { within: 20_000 },
  )
  expect(parked).toMatchObject({ version: 0, lastError: expect.stringContaining('whether the user of the webhook') })
  expect(receiver.keysAt('/')).toEqual([])
})
