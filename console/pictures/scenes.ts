import type { Page } from 'playwright-core'
import { recordOf } from '../../server/test/harness/client.ts'
import { parseUrl } from '../src/route/parseUrl.ts'
import { routes } from '../src/route/Route.ts'
import { root } from '../src/route/toUrl.ts'
import { accessScenes } from './accessScenes.ts'
import { actionScenes } from './actionScenes.ts'
import { choose, press, save, selectTwo, type } from './acts.ts'
import { changeScenes } from './changeScenes.ts'
import { demoScenes } from './demoScenes.ts'
import { fixedNow } from './FixedTimes.ts'
import { listScenes } from './listScenes.ts'
import { liveScenes } from './liveScenes.ts'
import { Contact } from './models.ts'
import type { Actors, Scene } from './Scene.ts'
import { workScenes } from './workScenes.ts'

const list = `/r/${Contact}`
const lead = encodeURIComponent('{"fieldName":"status","operator":"=","value":"lead"}')
const never = encodeURIComponent('{"fieldName":"lastName","operator":"=","value":"Nobody"}')

/** The states of screens. A new one is a line. */
const states: readonly Scene[] = [
  { name: 'login', path: '/', as: 'nobody', shows: 'Log in to Tabularium' },
  {
    name: 'login-refused',
    path: '/',
    as: 'nobody',
    act: ({ page }) => logIn(page, 'wrong'),
    shows: 'wrong-credentials',
  },
  { name: 'login-used-link', path: '/login?link=used', as: 'nobody', shows: 'This link was used already' },
  { name: 'home', path: '/', shows: 'Recent' },
  { name: 'home-drafts', path: `${list}/2`, act: leaveDraft, shows: 'Unsaved' },
  { name: 'unknown-address', path: '/nowhere', shows: 'There is nothing at this address' },
  { name: 'unknown-model', path: '/r/com.example.Nothing', shows: 'There is no model' },
  { name: 'keys', path: list, act: ({ page }) => press(page, '?'), shows: 'Show this table' },

  { name: 'list', path: list, shows: 'Grace Hopper' },
  { name: 'list-columns', path: `${list}?fields=fullName,company,status,credit,vip,birthDate`, shows: 'Grace Hopper' },
  { name: 'list-columns-panel', path: list, act: openColumns, shows: 'Columns' },
  { name: 'list-filtered', path: `${list}?where=${lead}&sortBy=-lastName`, shows: 'Grace Hopper' },
  { name: 'list-filter-panel', path: list, act: ({ page }) => press(page, 'f'), shows: 'Birth date' },
  { name: 'list-selected', path: list, act: selectTwo, shows: /2 contacts selected/ },
  { name: 'list-empty', path: '/r/tabularium.Key', shows: 'No keys yet.' },
  { name: 'list-none-match', path: `${list}?q=nobody&where=${never}`, shows: 'No contact matches' },
  {
    name: 'list-refused',
    path: `${list}?where=${encodeURIComponent('{"fieldName":"shoe","operator":"=","value":1}')}`,
    shows: 'shoe',
  },
  { name: 'list-loading', path: list, before: ({ page }) => hang(page, `/ws/rest/${Contact}`), shows: 'Contact' },
  { name: 'list-failed', path: list, before: ({ page }) => fail(page, `/ws/rest/${Contact}`), shows: 'internal-error' },
  {
    name: 'list-away',
    path: list,
    before: ({ page }) => lose(page, `/ws/rest/${Contact}`),
    shows: 'could not be reached',
  },
  { name: 'list-read-only', path: list, as: 'rita', shows: 'Grace Hopper' },

  { name: 'record', path: `${list}/1`, shows: 'Visit of the workshop' },
  { name: 'record-new', path: `${list}/new`, shows: 'New contact' },
  {
    name: 'record-edited',
    path: `${list}/3`,
    act: ({ page }) => type(page, 'Phone', '+44 1'),
    shows: '1 field changed',
  },
  { name: 'record-refused', path: `${list}/3`, act: typeWrongly, shows: 'invalid-record' },
  { name: 'record-saved', path: `${list}/4`, act: saveOne, shows: 'Saved as version' },
  { name: 'record-stale', path: `${list}/5`, before: installClock, act: moveUnderDraft, shows: 'Show' },
  { name: 'record-merged', path: `${list}/6`, act: merge, shows: 'What others changed meanwhile' },
  { name: 'record-conflict', path: `${list}/7`, act: clash, shows: 'Keep theirs' },
  { name: 'record-deleted-meanwhile', path: `${list}/8`, act: deleteUnderDraft, shows: 'What you typed is still here' },
  { name: 'record-delete', path: `${list}/1`, act: ({ page }) => choose(page, 'Delete'), shows: 'deleted with it' },
  { name: 'record-session-ended', path: `${list}/9`, act: endSession, shows: 'Your session has ended' },
  {
    name: 'record-away',
    path: `${list}/10`,
    act: saveIntoNothing,
    shows: /could not be reached|answer was lost|can.t be reached/,
  },
  { name: 'record-not-there', path: `${list}/999`, shows: 'There is no such record' },
  { name: 'record-read-only', path: `${list}/1`, as: 'rita', shows: 'Visit of the workshop' },
  { name: 'record-why', path: `${list}/1`, as: 'rita', act: askWhy, shows: 'reader' },
  { name: 'record-user', path: '/r/tabularium.User/2', shows: 'sam' },

  { name: 'history', path: `${list}/1/history?at=4`, shows: 'Version 4' },
  { name: 'history-created', path: `${list}/1/history?at=0`, shows: 'Version 0' },
  { name: 'history-deleted', path: `${list}/27/history`, shows: 'deleted' },
  { name: 'deleted', path: `${list}/deleted`, shows: 'John von Neumann' },
  { name: 'deleted-empty', path: '/r/com.example.contacts.Tag/deleted', shows: /[Nn]othing|No / },
  { name: 'models', path: '/models', shows: 'com.example.contacts.Tag' },
  { name: 'model', path: `/models/${Contact}`, shows: 'lastContactedOn' },
  { name: 'me', path: '/me', shows: 'Change the password' },
  ...listScenes,
  ...liveScenes,
  ...actionScenes,
  ...workScenes,
  ...changeScenes,
  ...accessScenes,
  ...demoScenes,
]

const shown = new Set<string>(states.map(({ path }) => parseUrl(root + path).screen))

/** Every screen in every state. A screen that has no states here yet is shown at its plain address. */
export const scenes: readonly Scene[] = [
  ...states,
  ...Object.entries(routes)
    .filter(([screen]) => !shown.has(screen))
    .map(([screen, { path }]) => {
      return { name: screen, path: path.replace(/:model\??/, Contact).replace(':id', '1'), shows: /\S/ }
    }),
]

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

async function openColumns({ page }: Actors): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('dialog', { name: 'View' }).getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('combobox', { name: 'Add a column' }).waitFor()
}

async function leaveDraft({ page }: Actors): Promise<void> {
  await type(page, 'Phone', '+44 1')
  await page.getByText('1 field changed').waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
}

async function typeWrongly({ page }: Actors): Promise<void> {
  await type(page, 'E-mail', 'no address')
  await save(page)
}

async function saveOne({ page }: Actors): Promise<void> {
  await type(page, 'Phone', '+44 20 7946 0999')
  await save(page)
}

/** Somebody else changes a contact. */
async function change({ sam }: Actors, id: number, fields: object): Promise<void> {
  const { version } = recordOf(await sam.read(Contact, id))
  recordOf(await sam.update(Contact, id, { version, ...fields }))
}

async function installClock({ page }: Actors): Promise<void> {
  await page.clock.install({ time: fixedNow })
}

async function moveUnderDraft(actors: Actors): Promise<void> {
  await type(actors.page, 'E-mail', 'sonya@kovalevskaya.example')
  await change(actors, 5, { email: 'sofia@kovalevskaya.example' })
  // Half a minute later the record is read again.
  await actors.page.clock.runFor(31_000)
}

async function merge(actors: Actors): Promise<void> {
  await type(actors.page, 'Phone', '+31 40 123 4567')
  await change(actors, 6, { email: 'edsger@dijkstra.example' })
  await save(actors.page)
}

async function clash(actors: Actors): Promise<void> {
  await type(actors.page, 'E-mail', 'mary@somerville.example')
  await type(actors.page, 'Phone', '+44 1865 270000')
  await change(actors, 7, { email: 'm.somerville@oxford.example', vip: false })
  await save(actors.page)
}

async function deleteUnderDraft({ page, sam }: Actors): Promise<void> {
  await type(page, 'Notes', 'Hours of work')
  await sam.delete(Contact, 8)
  await save(page)
}

async function endSession({ page }: Actors): Promise<void> {
  await type(page, 'Phone', '+44 1')
  await page.context().clearCookies()
  await save(page)
}

async function saveIntoNothing({ page }: Actors): Promise<void> {
  await type(page, 'Phone', '+1 555 0100')
  await lose(page, `/ws/rest/${Contact}`)
  await save(page)
}

async function askWhy({ page }: Actors): Promise<void> {
  await page.getByText('Visit of the workshop').waitFor()
  await press(page, 'w')
}

async function hang(page: Page, path: string): Promise<void> {
  await page.route(`**${path}*`, () => {})
}

async function lose(page: Page, path: string): Promise<void> {
  await page.route(`**${path}**`, (route) => route.abort())
}

async function fail(page: Page, path: string): Promise<void> {
  const data = {
    code: 'internal-error',
    title: 'Internal error',
    message: 'The request failed for a reason that the service logged. Tell an administrator the request id.',
    requestId: 'gq3vXb0aTz1LrC5d',
  }
  await page.route(`**${path}*`, (route) => route.fulfill({ status: 500, json: { status: -1, data } }))
}
