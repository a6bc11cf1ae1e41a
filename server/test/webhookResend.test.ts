import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { Company, Contact } from './harness/contract.ts'
import { clientOf, makeRole, makeUser, User, Webhook } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useReceiver } from './harness/useReceiver.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ releaseInterval: '10ms', webhookNetworks: '127.0.0.1' }, { random: () => 0 })
const receiver = useReceiver()
const leads = { fieldName: 'status', operator: '=', value: 'lead' }
let asAda: Client
/** Paused webhooks of Ada: of contacts, and of those of them that are VIPs. */
let [hook, vips] = [0, 0]

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const { id: role } = await makeRole(admin, 'lead reader', [
    { model: Contact, read: true, condition: leads },
    { model: Company, read: true },
    { model: Webhook, read: true, create: true, update: true, delete: true },
    { model: User, read: true },
  ])
  const { id } = await makeUser(admin, 'ada', [{ id: role }])
  asAda = await clientOf(service, database, id)
  const make = async (path: string, more: object = {}) => {
    const values = { name: path, url: `${receiver.url}${path}`, models: [Contact], state: 'paused', ...more }
    return recordOf(await asAda.create(Webhook, values)).id
  }
  hook = await make('/contacts')
  vips = await make('/vips', { condition: { fieldName: 'vip', operator: '=', value: true } })
  return () => asAda.close()
})

const make = async (more: object = {}) =>
  recordOf(await stage.client.create(Contact, { firstName: 'Eve', lastName: 'Hidden', ...more })).id
const resend = (delivery: string, id = hook, client = asAda) =>
  client.exchange('POST', `/ws/webhooks/${id}/resend`, { body: { data: { delivery } } })
const deliveriesOf = async (id: number) =>
  recordsOf(await asAda.exchange('GET', `/ws/webhooks/${id}/deliveries`)) as unknown as { delivery: string }[]
/** The answer without its request id. */
const bodyOf = async (delivery: string, id = hook, client = asAda) => {
  const { status, text } = await resend(delivery, id, client)
  return { status, text: text.replace(/"requestId":"[^"]*"/, '') }
}

describe('"a change that the user of the webhook does not see answers as one that there is not"', () => {
  it('of another model, of the service, of a hidden record', async () => {
    const hidden = await make({ status: 'customer' })
    const company = recordOf(await stage.client.create(Company, { name: 'Seen, and of another model' })).id
    const none = await bodyOf(`${Contact}/99999/0`)
    expect(none.status).toBe(404)
    const unseen = [
      `${Contact}/${hidden}/0`,
      `${Contact}/${hidden}/77`,
      `${Company}/${company}/0`,
      'tabularium.Session/1/0',
      'tabularium.User/1/0',
      `${Webhook}/${hook}/0`,
      'com.example.Nothing/1/0',
    ]
    for (const delivery of unseen)
      for (const client of [asAda, stage.client]) expect(await bodyOf(delivery, hook, client)).toEqual(none)
    expect(await deliveriesOf(hook)).toEqual([])
  })

  it('and one that does not meet the condition of the webhook', async () => {
    const [plain, vip] = [await make({ status: 'lead' }), await make({ status: 'lead', vip: true })]
    await until('it can be sent', async () => (await resend(`${Contact}/${vip}/0`, vips)).status === 200)
    expect(await bodyOf(`${Contact}/${plain}/0`, vips)).toEqual(await bodyOf(`${Contact}/99999/0`, vips))
    expect(await deliveriesOf(vips)).toMatchObject([{ delivery: `${Contact}/${vip}/0` }])
  })

  it('a change that is seen is delivered, also the one by which the record vanishes', async () => {
    const id = await make({ status: 'lead' })
    await stage.client.update(Contact, id, { version: 0, status: 'customer' })
    await stage.client.update(Contact, id, { version: 1, city: 'Bern' })
    await until('it can be sent', async () => (await resend(`${Contact}/${id}/1`)).status === 200)
    expect((await resend(`${Contact}/${id}/0`)).json).toMatchObject({ total: 1 })
    expect((await resend(`${Contact}/${id}/2`)).status).toBe(404)
    const keys = (await deliveriesOf(hook)).map(({ delivery }) => delivery)
    expect(keys).toEqual([`${Contact}/${id}/0`, `${Contact}/${id}/1`])
  })
})
