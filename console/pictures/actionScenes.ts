import { click, selectTwo, type } from './acts.ts'
import { Contact } from './models.ts'
import type { Actors, Scene } from './Scene.ts'

const list = `/r/${Contact}`

/** The forms of actions. The contacts declare none: the service seems to have one. */
export const actionScenes: readonly Scene[] = [
  { name: 'action', path: `${list}/1`, before: declare, act: open, shows: 'Check first' },
  { name: 'action-checked', path: `${list}/1`, before: declare, act: check, shows: 'It would work' },
  { name: 'action-refused', path: `${list}/1`, before: declare, act: refuse, shows: 'is a Sunday' },
  { name: 'action-selected', path: list, before: declare, act: openMany, shows: '2 contacts selected' },
]

const invite = {
  name: 'com.example.contacts.invite',
  label: 'Invite',
  help: 'Writes a letter of invitation, which is sent by a job.',
  on: Contact,
  takes: [
    { name: 'contacts', type: 'links', label: 'Contacts', target: Contact },
    { name: 'day', type: 'date', label: 'Day', required: true, help: 'On which day they are invited.' },
    { name: 'place', type: 'choice', label: 'Place', values: ['London', 'Paris'], default: 'London' },
    { name: 'words', type: 'text', label: 'A few words', multiline: true },
  ],
  gives: [{ name: 'letters', type: 'integer', label: 'Letters' }],
  undo: true,
}

async function declare({ page }: Actors): Promise<void> {
  await page.route('**/ws/meta/models?*', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, actions: [invite] } })
  })
  const failure = {
    code: 'refused',
    title: 'Refused',
    message: 'Nobody is invited on a Sunday.',
    reason: 'sunday',
    requestId: 'gq3vXb0aTz1LrC5d',
    outcome: 'not-applied',
  }
  await page.route('**/ws/action/**', (route) =>
    route.request().url().includes('dryRun')
      ? route.fulfill({ json: { status: 0, data: [{ letters: 1 }], dryRun: true } })
      : route.fulfill({ status: 422, json: { status: -1, data: failure, errors: { day: 'is a Sunday' } } }),
  )
}

async function open({ page }: Actors): Promise<void> {
  await click(page, 'Invite')
  await page.getByRole('dialog', { name: 'Invite' }).getByText('On which day').waitFor()
  await type(page, 'A few words', 'We look forward to your visit.')
}

/** Fills in the day, as soon as its input has been loaded. */
async function fill(actors: Actors): Promise<void> {
  await open(actors)
  const { page } = actors
  const segments = page.getByRole('dialog', { name: 'Invite' }).getByRole('spinbutton')
  for (const [n, digits] of ['15', '03', '2026'].entries()) {
    await segments.nth(n).click()
    await page.keyboard.type(digits)
  }
}

async function check(actors: Actors): Promise<void> {
  await fill(actors)
  await click(actors.page, 'Check first')
}

async function refuse(actors: Actors): Promise<void> {
  await fill(actors)
  await actors.page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
}

async function openMany(actors: Actors): Promise<void> {
  await selectTwo(actors)
  await open(actors)
}
