import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { findFreePort } from './harness/Cluster.ts'
import { Contact } from './harness/contract.ts'
import { Webhook } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ releaseInterval: '10ms', webhookNetworks: '127.0.0.1' })
const file = fileURLToPath(import.meta.resolve('../../examples/webhook/receive.ts'))
let [port, output] = [0, '']
let child: ChildProcess
let hook = 0

beforeAll(async () => {
  port = await findFreePort()
  const sent = { name: 'Example', url: `http://127.0.0.1:${port}/`, models: [Contact] }
  const reply = await stage.client.create(Webhook, sent)
  hook = recordOf(reply).id
  const { secret } = reply.json as unknown as { secret: string }
  const env = { PATH: process.env['PATH'] ?? '', WEBHOOK_SECRET: secret, PORT: `${port}` }
  child = spawn(process.execPath, [file], { env, stdio: 'pipe' })
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  await until('the receiver listens', () => output.includes('listening'))
})

afterAll(async () => {
  const gone = once(child, 'close')
  child.kill()
  await gone
})

it.each(['', 'whsec_', 'secret'])('the example ends with a message without a secret: %j', async (secret) => {
  const env = { PATH: process.env['PATH'] ?? '', WEBHOOK_SECRET: secret, PORT: `${await findFreePort()}` }
  const bare = spawn(process.execPath, [file], { env, stdio: 'pipe' })
  let said = ''
  bare.stderr.on('data', (chunk) => (said += String(chunk)))
  const ended = once(bare, 'close')
  // It ends by itself, long before this.
  const timer = setTimeout(() => bare.kill(), 10_000)
  expect((await ended)[0]).toBe(1)
  clearTimeout(timer)
  expect(said).toContain('Set WEBHOOK_SECRET')
})

it('the example receives what is signed, once, and refuses what is not', async () => {
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'New', lastName: 'Contact' }))
  const key = `${Contact}/${id}/0`
  await until('it arrived', () => output.includes(key))
  const again = await stage.client.exchange('POST', `/ws/webhooks/${hook}/resend`, {
    body: { data: { delivery: key } },
  })
  expect(again.json).toMatchObject({ total: 1 })
  await stage.client.update(Contact, id, { version: 0, vip: true })
  await until('the next one arrived', () => output.includes(`${Contact}/${id}/1`))
  expect(output.split(key)).toHaveLength(2)
  const test = await stage.client.exchange('POST', `/ws/webhooks/${hook}/test`, { body: { data: {} } })
  expect(test.json).toMatchObject({ data: [{ delivered: true, httpStatus: 204 }] })
  const headers = { 'webhook-id': 'x', 'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}` }
  const forged = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { ...headers, 'webhook-signature': `v1,${'A'.repeat(43)}=` },
    body: '{}',
  })
  expect(forged.status).toBe(401)
})
