import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NamedSql } from '../src/sql/sql.ts'
import { refillStatement } from '../src/statement/service/backlogs.ts'
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
    run(addDeliveriesStatement(held, changes, { from: start, to: { position: end, digest: '' } }))
  expect(await add(old, from, position)).toHaveLength(1)
  const due = (held: HeldBy) => run(dueDeliveriesStatement(held, 'record', 8, []))
  expect(await due(old)).toHaveLength(1)

  await stage.database.query(`update tabularium.webhook_cursors set leased_until = now() - interval '1 s'`)
  expect(await due(old)).toEqual([])
  expect(await add(old, position, position + 1)).toEqual([])
  expect(await run(claimWebhooksStatement([webhook], other.holder))).toHaveLength(1)

  expect(await run(renewWebhooksStatement([webhook], old.holder))).toEqual([])
  expect(await run(loadWebhookStatement(old))).toEqual([])
  expect(await add(old, position, position + 1)).toEqual([])
  expect(await due(old)).toEqual([])
  await run(failDeliveryStatement(old, { position, attempts: 7, status: 500, error: null, answer: '' }))
  await run(endDeliveryStatement(old, position, 200))
  await run(releaseWebhooksStatement([webhook], old.holder))
  expect(await stage.database.query('select attempts, parked from tabularium.deliveries')).toEqual([
    { attempts: 0, parked: false },
  ])
  expect(await due(other)).toHaveLength(1)
  await run(endDeliveryStatement(other, position, 200))
  expect(await stage.database.query('select from tabularium.deliveries')).toEqual([])
})

it('a look at a webhook costs the same, however much follows a parked delivery', async () => {
  const held = { webhook: 0, holder: 'one' }
  held.webhook = recordOf(
    await stage.client.create(Webhook, { name: 'Two', url: 'https://example.com/', models: [Contact] }),
  ).id
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' }))
  expect(await run(claimWebhooksStatement([held.webhook], held.holder))).toHaveLength(1)
  await stage.database.query(`update tabularium.webhook_cursors set leased_until = now() + interval '1 hour'`)
  const add = async (versions: number[]) => {
    const rows = await stage.database.query<{ position: string; version: string }>(
      `select position, version from tabularium.journal
      where model = (select number from tabularium.models where name = $2) and record = ${id} and version = any($1)
      order by version`,
      [versions, Contact],
    )
    const changes = rows.map((row) => ({ ...toNumbers(row), model: Contact, id }))
    const cursor = `select position from tabularium.webhook_cursors where webhook = ${held.webhook}`
    const [own] = await stage.database.query<{ position: string }>(cursor)
    const to = { position: changes.at(-1)?.position ?? 0, digest: '' }
    expect(changes).toHaveLength(versions.length)
    expect(await run(addDeliveriesStatement(held, changes, { from: Number(own?.position), to }))).toHaveLength(1)
    return to.position
  }
  const position = await add([0])
  await run(failDeliveryStatement(held, { position, attempts: 10, status: 500, error: null, answer: '' }))
  const look = async () => {
    const due = dueDeliveriesStatement(held, 'record', 8, [])
    return (await pagesOf(loadWebhookStatement(held))) + (await pagesOf(due))
  }
  const before = await look()
  const count = 100_000
  await stage.database.query(
    `insert into tabularium.journal (model, record, version, operation, request_id, changes)
    select models.number, ${id}, version, 'u', 'test', '{"lastName": ["a", "b"]}'
    from generate_series(1, ${count}) as version join tabularium.models on models.name = '${Contact}'`,
  )
  await add(Array.from({ length: count }, (_, index) => index + 1))
  expect(await look()).toBeLessThan(before + 20)
  await stage.database.query(`delete from tabularium.deliveries where webhook = ${held.webhook}`)
  expect(await pagesOf(refillStatement(held, 'record'))).toBeLessThan(1_000)
  const left = `select version::int from tabularium.deliveries where webhook = ${held.webhook} order by version`
  expect(await stage.database.query(left)).toEqual(Array.from({ length: 20 }, (_, index) => ({ version: index + 1 })))
})

function toNumbers({ position, version }: { position: string; version: string }) {
  return { position: Number(position), version: Number(version) }
}

/** How many pages a statement reads or writes. */
async function pagesOf(statement: NamedSql): Promise<number> {
  const { text, values } = statement.toQuery()
  const rows = await stage.database.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    values,
  )
  const { Plan } = rows[0]?.['QUERY PLAN'][0] ?? { Plan: {} }
  return (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)
}

type HeldBy = { readonly webhook: number; readonly holder: string }
