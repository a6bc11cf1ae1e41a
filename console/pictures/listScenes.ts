import type { Locator } from 'playwright-core'
import { click, press, selectTwo, type } from './acts.ts'
import { Company, Contact } from './models.ts'
import type { Actors, Scene } from './Scene.ts'

const list = `/r/${Contact}`
const columns = `${list}?fields=fullName,status,email,credit`
const boardPath = `${list}?layout=board&by=status`
const leads = encodeURIComponent('{"fieldName":"status","operator":"=","value":"lead"}')

/** What can be done with a list: views, cells, selections, charts, and what is found from anywhere. */
export const listScenes: readonly Scene[] = [
  { name: 'view', path: `${list}?view=1`, shows: 'Grace Hopper' },
  { name: 'view-changed', path: `${list}?view=2&sortBy=fullName`, shows: 'Save changes' },
  { name: 'view-panel', path: `${list}?view=1`, act: changeView, shows: 'Shared with' },
  { name: 'view-save', path: `${list}?where=${leads}`, act: nameView, shows: 'Name of the view' },
  { name: 'view-gone', path: `${list}?view=99`, shows: 'There is no such view' },

  {
    name: 'cell-edit',
    path: columns,
    act: (actors) => editCell(actors, 'grace@hopper.example'),
    shows: 'Grace Hopper',
  },
  { name: 'cell-choice', path: columns, act: openChoice, shows: 'customer' },
  { name: 'cell-refused', path: columns, act: refuseCell, shows: 'must be an e-mail address' },
  { name: 'cell-saved', path: columns, act: saveCell, shows: 'was saved' },

  { name: 'palette', path: list, act: ({ page }) => press(page, 'Control+k'), shows: 'Company' },
  { name: 'palette-found', path: list, act: (actors) => search(actors, 'gra'), shows: 'Grace Hopper' },
  { name: 'palette-nothing', path: list, act: (actors) => search(actors, 'qqqq'), shows: 'Nothing matches' },
  { name: 'api', path: list, act: (actors) => openApi(actors, 'Grace Hopper'), shows: 'Grace Hopper' },
  { name: 'api-typescript', path: `${list}/1`, act: showTypeScript, shows: 'createClient' },

  { name: 'list-selected-page', path: `${list}?limit=10`, act: selectPage, shows: /Select all \d+ that match/ },
  { name: 'bulk-edit', path: columns, act: editTwo, shows: 'Change 2 contacts' },
  { name: 'bulk-preview', path: columns, act: previewTwo, shows: '1 has it already' },
  { name: 'bulk-refused', path: columns, act: refuseTwo, shows: 'Somebody changed it since' },
  { name: 'bulk-delete', path: `/r/${Company}`, act: deleteAll, shows: 'Other records refer to this one' },

  { name: 'board', path: boardPath, shows: 'Grace Hopper' },
  { name: 'board-held', path: boardPath, act: holdCard, shows: 'Drop to set' },
  { name: 'board-lanes', path: `${boardPath}&groupBy=vip`, shows: 'Grace Hopper' },

  { name: 'chart-bars', path: `${list}?chart=status`, shows: 'Group by' },
  { name: 'chart-sums', path: `${list}?chart=company~sum.credit`, shows: 'Sum of Credit' },
  { name: 'chart-line', path: `${list}?chart=birthDate:year`, shows: 'Without a date' },
  { name: 'chart-none', path: `${list}?chart=status&q=nobody`, shows: 'No records to draw' },
  { name: 'home-pinned', path: `${list}?chart=status`, act: pinChart, shows: 'Contacts: Records by Status' },
]

async function holdCard({ page }: Actors): Promise<void> {
  await page.locator('.board-link').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
}

async function changeView({ page }: Actors): Promise<void> {
  await click(page, 'Change the view Leads')
  await page.getByRole('option', { name: 'sales' }).waitFor()
}

async function nameView({ page }: Actors): Promise<void> {
  await click(page, 'Save view')
  await type(page, 'Name of the view', 'Leads by name')
}

async function editCell({ page }: Actors, value: string): Promise<Locator> {
  await page.getByRole('row', { name: 'Grace Hopper' }).getByRole('gridcell').nth(3).focus()
  await page.keyboard.press('F2')
  const cell = page.getByRole('textbox', { name: 'E-mail of Grace Hopper' })
  await cell.fill(value)
  return cell
}

async function refuseCell(actors: Actors): Promise<void> {
  await (await editCell(actors, 'no address')).press('Enter')
}

async function saveCell(actors: Actors): Promise<void> {
  await (await editCell(actors, 'grace@hopper.example')).press('Enter')
}

async function openChoice({ page }: Actors): Promise<void> {
  await page.getByRole('row', { name: 'Grace Hopper' }).getByRole('gridcell').nth(2).focus()
  await page.keyboard.press('F2')
  await page.getByRole('button', { name: /Status of Grace Hopper/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'former' }).waitFor()
}

async function search({ page }: Actors, words: string): Promise<void> {
  await press(page, 'Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(words)
}

async function openApi({ page }: Actors, answer: string): Promise<void> {
  await page.getByText(answer).first().waitFor()
  await press(page, '.')
  await page.getByRole('dialog', { name: 'API' }).getByRole('region', { name: 'Answer' }).getByText(answer).waitFor()
}

async function showTypeScript(actors: Actors): Promise<void> {
  await openApi(actors, 'Ada')
  await actors.page.getByRole('radio', { name: 'TypeScript' }).click()
}

async function selectPage({ page }: Actors): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
}

/** The drawer that makes former contacts of Grace, who is a lead, and Alan, who is a customer. */
async function editTwo(actors: Actors, status = 'former'): Promise<void> {
  const { page } = actors
  await selectTwo(actors)
  await press(page, 'b')
  const drawer = page.getByRole('dialog', { name: 'Change 2 contacts' })
  const field = drawer.getByRole('combobox', { name: 'Which field?' })
  await field.fill('status')
  await page.keyboard.press('Enter')
  await drawer.getByRole('button', { name: /Status( ?\*)?$/ }).click()
  await page.getByRole('option', { name: status, exact: true }).click()
}

async function previewTwo(actors: Actors): Promise<void> {
  await editTwo(actors, 'customer')
  await click(actors.page, 'Preview')
}

async function refuseTwo(actors: Actors): Promise<void> {
  await editTwo(actors)
  const { json } = await actors.sam.read(Contact, 3)
  const [record] = (json?.data ?? []) as { version: number }[]
  await actors.sam.update(Contact, 3, { version: record?.version, phone: `+44 1865 27000${record?.version}` })
  await click(actors.page, 'Preview')
}

async function deleteAll({ page }: Actors): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await press(page, 'Delete')
}

async function pinChart({ page }: Actors): Promise<void> {
  // The view may be there already, from the first attempt.
  await page
    .getByRole('button', { name: /^(Add to|Remove from) favourites$/ })
    .first()
    .waitFor()
  if (await page.getByRole('button', { name: 'Add to favourites' }).isVisible()) await click(page, 'Add to favourites')
  await page.getByRole('button', { name: 'Remove from favourites' }).waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
}
