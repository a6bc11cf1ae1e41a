import { recordOf } from '../../server/test/harness/client.ts'
import { click, press, type } from './acts.ts'
import { fixedNow } from './FixedTimes.ts'
import { Contact } from './models.ts'
import type { Actors, Scene } from './Scene.ts'

const list = `/r/${Contact}`
const columns = `${list}?fields=fullName,status,email,credit`

/** What comes while one looks: changes of others, the end of the session, and a service that is about to end. */
export const liveScenes: readonly Scene[] = [
  { name: 'list-live', path: columns, before: runClock, act: changeCell, shows: 'grace@navy.example' },
  { name: 'list-changed', path: columns, before: runClock, act: addAnother, shows: 'The list has changed' },
  { name: 'record-live', path: `${list}/11`, before: runClock, act: changeRecord, shows: 'sam has just changed Phone' },
  { name: 'session-ending', path: list, before: endSoon, shows: 'You will be logged out' },
  { name: 'service-restarting', path: list, before: restart, shows: 'The service is restarting' },
  { name: 'logout-failed', path: list, before: loseLogout, act: logOut, shows: 'you may still be logged in' },
  { name: 'history-undo', path: `${list}/1/history?at=3`, act: undoVersion, shows: 'can not be undone' },
  { name: 'list-peek', path: `${columns}&peek=2`, shows: 'grace' },
  { name: 'edit-many', path: columns, act: bulkEdit, shows: '1 change in 1 contact' },
  { name: 'edit-many-review', path: columns, act: reviewBulkEdit, shows: 'Before' },
]

/** What is new is told by the clock of the browser: it has to go on. */
async function runClock({ page }: Actors): Promise<void> {
  await page.clock.install({ time: fixedNow })
}

/** What somebody else does to a record. */
async function change({ sam }: Actors, id: number, values: object): Promise<void> {
  const { version } = recordOf(await sam.read(Contact, id))
  recordOf(await sam.update(Contact, id, { version, ...values }))
}

async function followed({ page }: Actors): Promise<void> {
  await page.waitForRequest((request) => request.url().includes('/ws/changes/stream'))
}

async function changeCell(actors: Actors): Promise<void> {
  await followed(actors)
  await change(actors, 2, { email: 'grace@hopper.example' })
  await change(actors, 2, { email: 'grace@navy.example' })
  await actors.page.locator('.cell-marked').first().waitFor()
}

async function addAnother(actors: Actors): Promise<void> {
  await followed(actors)
  const { id } = recordOf(await actors.sam.create(Contact, { firstName: 'Barbara', lastName: 'Liskov' }))
  await actors.page.getByText('The list has changed').waitFor()
  await actors.sam.delete(Contact, id)
}

async function changeRecord(actors: Actors): Promise<void> {
  await followed(actors)
  const { phone } = recordOf(await actors.sam.read(Contact, 11))
  await change(actors, 11, { phone: phone === '+1 555 0199' ? '+1 555 0198' : '+1 555 0199' })
}

async function endSoon({ page }: Actors): Promise<void> {
  await page.route(/\/ws\/me(\?|$)/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const [me] = data
    const until = new Date(Date.parse(me.now) + 110_000).toISOString()
    await route.fulfill({ response, json: { ...rest, data: [{ ...me, session: { ...me.session, until } }] } })
  })
}

/** The stream ends in order, as before a stop, and then there is no answer. */
async function restart({ page }: Actors): Promise<void> {
  const stream = { contentType: 'text/event-stream', body: 'event: heartbeat\ndata: {}\n\n' }
  await page.route('**/ws/changes/stream*', (route) => route.fulfill(stream))
  await page.route('**/ws/me?quiet=true', (route) => route.fulfill({ status: 503, body: '{}' }))
}

async function loseLogout({ page }: Actors): Promise<void> {
  await page.route('**/logout', (route) => route.fulfill({ status: 503, body: '{}' }))
}

async function logOut({ page }: Actors): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

async function undoVersion({ page }: Actors): Promise<void> {
  await click(page, 'Undo this change')
}

async function bulkEdit({ page }: Actors): Promise<void> {
  await page.getByRole('row', { name: 'Grace Hopper' }).waitFor()
  await press(page, 'e')
  await page.getByText('Editing cells').waitFor()
  await page.getByRole('row', { name: 'Grace Hopper' }).getByRole('gridcell').nth(3).focus()
  await page.keyboard.press('F2')
  await type(page, 'E-mail of Grace Hopper', 'admiral@navy.example')
  await page.keyboard.press('Enter')
}

async function reviewBulkEdit(actors: Actors): Promise<void> {
  await bulkEdit(actors)
  await click(actors.page, 'Review')
}
