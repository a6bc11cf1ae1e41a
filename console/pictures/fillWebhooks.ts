import { type Client, recordOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from './models.ts'

/** Webhooks that call nobody: one is paused, and the receiver of the other has ended it. */
export async function fillWebhooks(admin: Client): Promise<void> {
  const customers = { criteria: [{ fieldName: 'status', operator: '=', value: 'customer' }] }
  for (const webhook of [
    { name: 'Shop', url: 'https://shop.example.com/hook', models: [Contact], condition: customers, state: 'paused' },
    { name: 'Warehouse', url: 'https://stock.example.com/in', models: [Contact, Company], state: 'ended' },
  ])
    recordOf(await admin.create('tabularium.Webhook', webhook))
}
