import { recordOf } from '../../server/test/harness/client.ts'
import { choose, click, press, save } from './acts.ts'
import { change } from './fillOrders.ts'
import { Customer, Line, Order, Product } from './models.ts'
import type { Actors, Scene } from './Scene.ts'

const list = `/r/${Order}`
const placed = encodeURIComponent('{"fieldName":"status","operator":"=","value":"placed"}')
const anyOf = encodeURIComponent(
  `{"operator":"or","criteria":[{"fieldName":"dueOn","operator":"<","value":"$today"},{"criteria":[
    {"fieldName":"status","operator":"in","value":["draft","placed"]},{"operator":"not","criteria":[
    {"operator":"or","criteria":[{"fieldName":"total","operator":"<","value":"100"},
    {"fieldName":"customer","operator":"=","value":1}]}]}]}]}`,
)
const none = encodeURIComponent('{"fieldName":"number","operator":"=","value":"zzz"}')
const grouped = `${list}?groupBy=status&footer=total:sum`
/** A draft with four lines. */
const draft = 24
/** A placed order that is late, with two lines; others like it are changed by a scene of their own. */
const late = 5
const [clashing, faulty] = [22, 15]
/** An order that two people have changed, of the customer with the long name. */
const changed = 2

/** The screens of the example of orders, in the states that somebody meets in a day. */
export const orderScenes: readonly Scene[] = [
  { name: 'login', path: '/', as: 'nobody', shows: 'Log in to Tabularium' },
  { name: 'home', path: `${list}/${late}`, act: visitHome, shows: 'Recent' },
  { name: 'home-empty', path: '/', as: 'rita', shows: /Good (morning|afternoon|evening)/ },
  { name: 'dashboard', path: '/d/1', shows: 'By customer' },
  { name: 'dashboard-edit', path: '/d/1', act: editDashboard, shows: 'By customer' },

  { name: 'list', path: list, shows: /of 300/ },
  { name: 'list-grouped', path: grouped, act: openGroups, shows: 'Shipped' },
  { name: 'list-selected', path: list, act: selectTwo, shows: /2 orders selected/ },
  { name: 'list-filtered', path: `${list}?where=${placed}`, shows: 'Placed' },
  { name: 'list-filter-panel', path: list, act: ({ page }) => press(page, 'f'), shows: 'Due on' },
  { name: 'list-filter-values', path: list, act: (actors) => filterBy(actors, 'status'), shows: 'Apply' },
  { name: 'list-filter-dates', path: list, act: (actors) => filterBy(actors, 'due'), shows: 'Apply' },
  {
    name: 'list-filter-groups',
    path: `${list}?where=${anyOf}`,
    act: ({ page }) => press(page, 'Shift+F'),
    shows: 'Filter in groups',
  },
  { name: 'list-view-menu', path: list, act: openView, shows: 'Columns' },
  { name: 'list-column-menu', path: list, act: openColumnMenu, shows: 'Hide column' },
  { name: 'list-columns', path: list, act: openColumns, shows: 'Opened on' },
  { name: 'list-overdue', path: `${list}?view=overdue`, shows: 'Overdue' },
  { name: 'list-chart', path: `${list}?chart=status`, shows: 'Group by' },
  { name: 'list-chart-line', path: `${list}?chart=placedOn:month~sum.total`, shows: 'Group by' },
  { name: 'list-peek', path: `${list}?peek=${changed}`, shows: 'Customer' },
  { name: 'list-none-match', path: `${list}?where=${none}`, shows: 'No order matches' },
  { name: 'list-empty', path: '/r/tabularium.Key', shows: 'No keys yet.' },
  { name: 'list-customers', path: `/r/${Customer}?sortBy=code`, shows: 'FR-LONG' },
  { name: 'list-products', path: `/r/${Product}`, shows: 'Fountain pen' },
  { name: 'list-deleted', path: `${list}/deleted`, shows: /[Nn]o deleted|Deleted/ },
  { name: 'cell-edit', path: list, act: editCell, shows: /of 300/ },
  { name: 'bulk', path: list, act: editMany, shows: 'Change 2 orders' },
  { name: 'bulk-preview', path: list, act: previewMany, shows: /Change 2 orders/ },

  { name: 'board', path: `${list}?view=pipeline`, shows: 'Shipped' },
  { name: 'board-held', path: `${list}?view=pipeline`, act: holdCard, shows: 'Shipped' },
  { name: 'calendar', path: `${list}?view=due`, shows: 'Month' },
  { name: 'calendar-week', path: `${list}?view=due`, act: ({ page }) => span(page, 'Week'), shows: 'Week' },
  { name: 'calendar-agenda', path: `${list}?view=due`, act: ({ page }) => span(page, 'Agenda'), shows: 'Agenda' },

  { name: 'record', path: `${list}/${draft}`, shows: 'Activity' },
  { name: 'record-long', path: `${list}/${changed}`, shows: 'Activity' },
  { name: 'record-steps', path: `${list}/${late}`, act: openSteps, shows: 'Void' },
  { name: 'record-menu', path: `${list}/${late}`, act: ({ page }) => click(page, 'More'), shows: 'Duplicate' },
  { name: 'record-edited', path: `${list}/${draft}`, act: editLine, shows: 'changed' },
  { name: 'record-fault', path: `${list}/${faulty}`, act: refuseLine, shows: /must|needs|mend/ },
  { name: 'record-conflict', path: `${list}/${clashing}`, act: clash, shows: 'Keep theirs' },
  { name: 'record-delete', path: `${list}/${changed}`, act: ({ page }) => choose(page, 'Delete'), shows: 'Delete' },
  { name: 'record-read-only', path: `/r/${Product}/1`, as: 'rita', shows: 'On hand' },
  { name: 'record-product', path: `/r/${Product}/1`, shows: 'On hand' },
  { name: 'record-line', path: `/r/${Line}/1`, shows: 'Price' },
  { name: 'record-picker', path: `${list}/${draft}`, act: openPicker, shows: 'Customer' },
  { name: 'new', path: `${list}/new`, shows: 'New order' },
  { name: 'new-lines', path: `${list}/new`, act: typeLines, shows: 'New order' },
  { name: 'record-not-there', path: `${list}/99999`, shows: /not found|no such/ },
  { name: 'history', path: `${list}/${changed}/history`, shows: 'Version' },

  { name: 'activity', path: '/changes', shows: 'Activity' },
  { name: 'change-set', path: '/changes/1', shows: /\S/ },
  { name: 'undo', path: '/changes', act: openUndo, shows: 'Undo' },
  { name: 'palette', path: list, act: ({ page }) => press(page, 'Control+k'), shows: 'Orders' },
  { name: 'palette-found', path: list, act: findOrder, shows: /ORD-\d+-00042/ },
  { name: 'keys', path: list, act: ({ page }) => press(page, '?'), shows: 'Show this table' },
  { name: 'account-menu', path: list, act: openAccount, shows: 'Log out' },
  { name: 'api', path: list, act: ({ page }) => press(page, '.'), shows: 'API' },
  { name: 'notices', path: '/r/tabularium.Notice', shows: /\S/ },
  { name: 'settings', path: '/access', shows: 'warehouse' },
  { name: 'settings-role', path: '/access/roles/1', shows: /role/ },
  { name: 'settings-user', path: '/access/users/2', shows: 'What they may do' },
  { name: 'settings-jobs', path: '/r/tabularium.Job', shows: /\S/ },
  { name: 'models', path: '/models', shows: 'com.example.orders.Order' },
  { name: 'model', path: `/models/${Order}`, shows: 'dueOn' },
  { name: 'account', path: '/me', shows: 'Change the password' },
  { name: 'german-home', path: '/', locale: 'de-DE', shows: /Guten/ },
  { name: 'german-list', path: grouped, locale: 'de-DE', shows: 'Total' },
  { name: 'german-record', path: `${list}/${late}`, locale: 'de-DE', act: editDue, shows: /geändert/ },
  { name: 'german-settings', path: '/access', locale: 'de-DE', shows: 'warehouse' },
  { name: 'french-list', path: `${list}?view=overdue`, locale: 'fr-FR', shows: 'Total' },
  { name: 'french-new', path: `${list}/new`, locale: 'fr-FR', shows: 'Customer' },
  { name: 'french-activity', path: '/changes', locale: 'fr-FR', shows: /Mona/ },
  { name: 'unknown-address', path: '/nowhere', shows: 'There is nothing at this address' },
  { name: 'list-failed', path: list, before: fail, shows: /did not|failed|error/i },
]

async function visitHome({ page }: Actors): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
}

async function editDashboard({ page }: Actors): Promise<void> {
  await page.locator('.tile').first().waitFor()
  await page
    .getByRole('button', { name: /^(Edit|Change)/ })
    .first()
    .click()
}

async function openGroups({ page }: Actors): Promise<void> {
  for (const name of ['Draft', 'Placed']) await page.locator('.grid-group-name', { hasText: name }).click()
}

async function selectTwo({ page }: Actors): Promise<void> {
  for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
}

async function filterBy({ page }: Actors, field: string): Promise<void> {
  await press(page, 'f')
  await page.keyboard.type(field)
  await page.keyboard.press('Enter')
}

async function openView({ page }: Actors): Promise<void> {
  await click(page, 'View')
}

async function openColumns(actors: Actors): Promise<void> {
  await openView(actors)
  await actors.page.getByRole('dialog', { name: 'View' }).getByRole('button', { name: 'Columns' }).click()
}

async function openColumnMenu({ page }: Actors): Promise<void> {
  await page.getByRole('button', { name: 'Menu of Status' }).click()
}

async function editCell({ page }: Actors): Promise<void> {
  await page.getByRole('row').nth(2).getByRole('gridcell').nth(5).focus()
  await page.keyboard.press('F2')
}

async function editMany(actors: Actors): Promise<void> {
  await selectTwo(actors)
  await press(actors.page, 'b')
  const drawer = actors.page.getByRole('dialog', { name: 'Change 2 orders' })
  await drawer.getByRole('option', { name: 'Due on' }).click()
}

async function previewMany(actors: Actors): Promise<void> {
  await editMany(actors)
  await actors.page.keyboard.type('31122027')
  await click(actors.page, 'Preview')
}

async function holdCard({ page }: Actors): Promise<void> {
  await page.locator('.board-link').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
}

async function span(page: Actors['page'], name: string): Promise<void> {
  await page.getByRole('radio', { name }).click()
}

async function editDue({ page }: Actors): Promise<void> {
  await page
    .getByRole('group', { name: /Due on/ })
    .getByRole('spinbutton')
    .first()
    .click()
  await page.keyboard.type('24122026')
}

async function openSteps({ page }: Actors): Promise<void> {
  await page
    .getByRole('button', { name: /What may follow|^Status|Placed/ })
    .first()
    .click()
}

const line = ({ page }: Actors, row: number, column: string) =>
  page.locator('.lines tr[data-line]').nth(row).locator(`[data-column="${column}"]`)

async function editLine(actors: Actors): Promise<void> {
  await line(actors, 1, 'quantity').click()
  await actors.page.keyboard.type('12')
  await actors.page.keyboard.press('Tab')
  await line(actors, 2, 'quantity').click()
  await actors.page.keyboard.press('Control+Delete')
}

async function refuseLine(actors: Actors): Promise<void> {
  await line(actors, 0, 'quantity').click()
  await actors.page.keyboard.type('0')
  await save(actors.page)
}

async function clash(actors: Actors): Promise<void> {
  const { page, sam } = actors
  const due = page
    .getByRole('group', { name: /Due on/ })
    .getByRole('spinbutton')
    .first()
  await due.click()
  await page.keyboard.type('24122026')
  await line(actors, 0, 'quantity').click()
  await page.keyboard.type('7')
  const read = await sam.exchange('GET', `/ws/rest/${Order}/${clashing}?fields=lines.quantity,lines.version`)
  const [first] = recordOf(read)['lines'] as { id: number; version: number; quantity: number }[]
  if (first) await sam.update(Line, first.id, { version: first.version, quantity: 30 + (first.quantity % 7) })
  await change(sam, clashing, { dueOn: `2027-03-${10 + ((first?.version ?? 0) % 18)}` })
  await save(page)
}

async function openPicker({ page }: Actors): Promise<void> {
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option').first().waitFor()
}

async function typeLines({ page }: Actors): Promise<void> {
  await page.locator('.lines tr[data-state="blank"] [data-column="product"]').click()
  for (const [sku, quantity] of [
    ['pen', '12'],
    ['ink', '24'],
  ] as const) {
    await page.keyboard.type(sku)
    await page.keyboard.press('Tab')
    await page.keyboard.type(quantity)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('w')
  await page.getByRole('option').first().waitFor()
}

async function openUndo({ page }: Actors): Promise<void> {
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function findOrder({ page }: Actors): Promise<void> {
  await press(page, 'Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('00042')
}

async function openAccount({ page }: Actors): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
}

async function fail({ page }: Actors): Promise<void> {
  const message = 'The request failed for a reason that the service logged. Tell an administrator the request id.'
  const data = { code: 'internal-error', title: 'Internal error', message, requestId: 'gq3vXb0aTz1LrC5d' }
  await page.route(`**/ws/rest/${Order}?*`, (route) => route.fulfill({ status: 500, json: { status: -1, data } }))
}
