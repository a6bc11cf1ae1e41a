import { recordsOf } from '../../server/test/harness/client.ts'
import { click, press, type } from './acts.ts'
import { fixedNow } from './FixedTimes.ts'
import { Contact } from './models.ts'
import type { Actors, Scene } from './Scene.ts'

const [Job, Webhook] = ['tabularium.Job', 'tabularium.Webhook'] as const

/** What happens in the background. */
export const workScenes: readonly Scene[] = [
  { name: 'jobs', path: `/r/${Job}`, shows: 'com.example.contacts.sync' },
  { name: 'job-failed', path: `/r/${Job}/1`, shows: 'Try again' },
  { name: 'job-failed-read-only', path: `/r/${Job}/1`, before: onlyRead, shows: 'It failed 12 times' },
  { name: 'job-running', path: `/r/${Job}/2`, shows: '62 %' },
  { name: 'webhooks', path: `/r/${Webhook}`, shows: 'https://shop.example.com/hook' },
  { name: 'webhook-new', path: `/r/${Webhook}/new`, act: chooseModels, shows: 'com.example.contacts' },
  { name: 'webhook-secret', path: `/r/${Webhook}/new`, before: keepSecret, act: create, shows: 'I have copied it' },
  { name: 'webhook-parked', path: `/r/${Webhook}/1`, before: park, shows: 'Send all stopped again' },
  {
    name: 'webhook-since',
    path: `/r/${Webhook}/1`,
    before: park,
    act: openSince,
    shows: /Everything that was written/,
  },
]

async function chooseModels({ page }: Actors): Promise<void> {
  await type(page, 'Name', 'Newsletter')
  await type(page, 'Address', 'https://letters.example.com/hook')
  await click(page, 'Choose models')
}

/** A secret is another one each time: the service seems to make this one. */
async function keepSecret({ page, sam }: Actors): Promise<void> {
  const [webhook] = recordsOf(await sam.find(Webhook, '?limit=1'))
  const answer = {
    status: 0,
    data: [{ ...webhook, version: 0 }],
    secret: 'whsec_cGljdHVyZXMgYXJlIGFsbCBvZiB0aGUgc2FtZQ==',
  }
  await page.route(`**/ws/rest/${Webhook}`, (route) => route.fulfill({ json: answer }))
}

async function create(actors: Actors): Promise<void> {
  const { page } = actors
  await chooseModels(actors)
  await page.getByRole('option', { name: /^Contact / }).click()
  await press(page, 'Escape', 'Control+s')
}

/** Nobody of the pictures may only read jobs: the service seems to say so. */
async function onlyRead({ page }: Actors): Promise<void> {
  const may = { update: false, delete: false, restore: false, fields: [] }
  await page.route(`**/ws/rest/${Job}/1?*may=true*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), may } })
  })
}

async function openSince({ page }: Actors): Promise<void> {
  await click(page, 'Send again since…')
}

/** Deliveries after many attempts take days: the service seems to have some. */
async function park({ page }: Actors): Promise<void> {
  const common = { model: Contact, state: 'parked', attempts: 10, dueOn: null, lastOn: fixedNow.toISOString() }
  const deliveries = [
    { ...common, id: 1, version: 4, lastStatus: 503, lastError: null, lastAnswer: 'closed on Mondays' },
    {
      ...common,
      id: 2,
      version: 1,
      lastStatus: null,
      lastError: 'connect ETIMEDOUT 203.0.113.7:443',
      lastAnswer: null,
    },
    { ...common, id: 3, version: 0, state: 'waiting', attempts: 2, dueOn: fixedNow.toISOString(), lastStatus: 500 },
  ].map((each) => ({ lastError: null, ...each, delivery: `${each.model}/${each.id}/${each.version}` }))
  const last = { lastOn: common.lastOn, lastStatus: 503, failingSince: '2026-03-09T08:30:00.000Z' }
  const state = { id: 1, waiting: 1, parked: 2, behind: 0, oldest: null, fault: null, ...last }
  await page.route('**/ws/webhooks/1', (route) => route.fulfill({ json: { status: 0, data: [state] } }))
  await page.route('**/ws/webhooks/1/deliveries*', (route) =>
    route.fulfill({ json: { status: 0, data: deliveries, more: false } }),
  )
}
