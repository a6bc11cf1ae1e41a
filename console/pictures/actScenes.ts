import { click, selectTwo, type } from './acts.ts'
import { Contact } from './models.ts'
import type { Actors, Scene } from './Scene.ts'

const list = `/r/${Contact}`

/** The forms of actions. The contacts declare none: the service seems to have one. */
export const actScenes: readonly Scene[] = [
  { name: 'action', path: `${list}/1`, before: declare, act: open, shows: 'Check first' },
  { name: 'action-selected', path: list, before: declare, act: openMany, shows: '2 records selected' },
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
  await page.route('**/ws/meta/actions', (route) => route.fulfill({ json: { status: 0, data: [invite] } }))
}

async function open({ page }: Actors): Promise<void> {
  await click(page, 'Invite')
  await page.getByRole('dialog', { name: 'Invite' }).getByText('On which day').waitFor()
  await type(page, 'A few words', 'We look forward to your visit.')
}

async function openMany(actors: Actors): Promise<void> {
  await selectTwo(actors)
  await open(actors)
}
