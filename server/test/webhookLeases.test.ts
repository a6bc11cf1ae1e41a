import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NamedSql } from '../src/sql/sql.ts'
import {
  addDeliveriesStatement,
  dueDeliveriesStatement,
  endDeliveryStatement,
  failDeliveryStatement,
} from '../src/statement/service/deliveries.ts'
import {
  claimWebhooksStatement,
  loadWebhookStatement,
  releaseWebhooksStatement,
  renewWebhooksStatement,
} from '../src/statement/service/webhooks.ts'
import { recordOf } from './harness/client.ts'
import { loadModels } from '../src/model/loadModels.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { Contact } from './harness/contract.ts'
import { openServices } from './harness/logicServices.ts'
import { Webhook } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ work: 'false' })
let services: ReturnType<typeof openServices>
const now = new Date().toISOString()
beforeAll(async () => {
  services = openServices(stage.database.url, await loadModels(contactsFolder))
})
afterAll(() => services.database.close())

const run = (statement: NamedSql) => services.database.run(statement, 'write')

it('a process whose lease has ended can neither add, end nor fail deliveries of the webhook', async () => {
  const { id: webhook } = recordOf(
    await stage.client.create(Webhook, { name: 'One', url: 'https://example.com/', models: [Contact] }),
  )
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' }))
  const [entry] = await stage.database.query<{ position: string }>(
    `select position from tabularium.journal where record = ${id} order by position desc limit 1`,
  )
  const position = Number(entry?.position)
  const [old, other] = ['old', 'other'].map((holder) => ({ webhook, holder })) as [HeldBy, HeldBy]
  expect(await run(claimWebhooksStatement([webhook], old.holder))).toHaveLength(1)
  expect(await run(claimWebhooksStatement([webhook], other.holder))).toEqual([])
  const [cursor] = await stage.database.query<{ position: string }>('select position from tabularium.webhook_cursors')
  const from = Number(cursor?.position)
  const changes = [{ position, model: Contact, id, version: 0 }]
  const add = (held: HeldBy, start: number, end: number) =>
    run(addDeliveriesStatement(held, changes, { from: start, to: { position: end, digest: '' }, now }))
  expect(await add(old, from, position)).toHaveLength(1)
  const due = (held: HeldBy) => run(dueDeliveriesStatement(held, 'record', 8, { except: [], now }))
  expect(await due(old)).toHaveLength(1)

  await stage.database.query(`update tabularium.webhook_cursors set leased_until = now() - interval '1 s'`)
  expect(await due(old)).toEqual([])
  expect(await add(old, position, position + 1)).toEqual([])
  expect(await run(claimWebhooksStatement([webhook], other.holder))).toHaveLength(1)

  expect(await run(renewWebhooksStatement([webhook], old.holder))).toEqual([])
  expect(await run(loadWebhookStatement(old, now))).toEqual([])
  expect(await add(old, position, position + 1)).toEqual([])
  expect(await due(old)).toEqual([])
  await run(failDeliveryStatement(old, { position, attempts: 7, status: 500, error: null, answer: '' }, now))
  await run(endDeliveryStatement(old, position, 200, now))
  await run(releaseWebhooksStatement([webhook], old.holder))
  expect(await stage.database.query('select attempts, parked from tabularium.deliveries')).toEqual([
    { attempts: 0, parked: false },
  ])
  expect(await due(other)).toHaveLength(1)
  await run(endDeliveryStatement(other, position, 200, now))
  expect(await stage.database.query('select from tabularium.deliveries')).toEqual([])
})

type HeldBy = { readonly webhook: number; readonly holder: string }
