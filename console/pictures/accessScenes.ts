import { press, save, type } from './acts.ts'
import { Contact } from './models.ts'
import type { Actors, Scene } from './Scene.ts'

// The roles are reader, sales and clerk; the rules are those of the clerk; the user is cleo.
const [sales, clerk, leadsRule, cleo] = [2, 3, 9, 5]

/** Roles, rules and users, and what is seen with them. */
export const accessScenes: readonly Scene[] = [
  { name: 'access', path: '/access', shows: 'clerk' },
  { name: 'access-not-yours', path: '/access', as: 'rita', shows: 'You may not see the rules' },
  { name: 'access-role', path: `/access/roles/${clerk}`, shows: '1 user has this role' },
  { name: 'access-role-of-file', path: `/access/roles/${sales}`, shows: 'A file beside the models' },
  { name: 'access-rule', path: `/r/tabularium.Rule/${leadsRule}`, shows: 'Which records' },
  { name: 'access-rule-new', path: `/r/tabularium.Rule/new?set=role:${clerk}`, shows: 'What it allows' },
  { name: 'access-rule-preview', path: `/r/tabularium.Rule/${leadsRule}`, act: widenRule, shows: /records? appear/ },
  {
    name: 'access-rule-not-counted',
    path: `/r/tabularium.Rule/${leadsRule}`,
    before: losePreview,
    act: widenRule,
    shows: 'Save anyway',
  },
  { name: 'access-user', path: `/access/users/${cleo}`, shows: 'What they may do' },
  { name: 'access-disable', path: `/access/users/${cleo}`, act: disable, shows: 'Disable cleo?' },
  { name: 'access-key', path: `/access/users/${cleo}`, act: nameKey, shows: 'Only these roles' },
  { name: 'access-key-shown', path: `/access/users/${cleo}`, act: makeKey, shows: 'Copy it now' },
  { name: 'why', path: `/access/why?user=cleo&model=${Contact}&id=3&action=update`, shows: 'May cleo change' },
  { name: 'why-begun', path: '/access/why', shows: 'Choose a model' },
  { name: 'see-as', path: `/r/${Contact}?as=cleo`, shows: 'You see what cleo sees' },
  { name: 'see-as-record', path: `/r/${Contact}/2?as=cleo`, shows: 'Grace Hopper' },
]

async function widenRule({ page }: Actors): Promise<void> {
  await page.getByRole('button', { name: /^Remove the filter/ }).click()
  await save(page)
}

async function losePreview({ page }: Actors): Promise<void> {
  await page.route(
    (url) => url.searchParams.has('dryRun'),
    (route) => route.fulfill({ status: 503, body: '{}' }),
  )
}

async function disable({ page }: Actors): Promise<void> {
  await page.getByText('Disabled', { exact: true }).waitFor()
  await page.locator('.switch').last().click()
}

async function nameKey({ page }: Actors): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click()
  await type(page, 'Name', 'nightly export')
}

async function makeKey(actors: Actors): Promise<void> {
  await nameKey(actors)
  await press(actors.page, 'Enter')
}
