import { click, type } from './acts.ts'
import { Contact } from './models.ts'
import type { Actors, Scene } from './Scene.ts'

const list = `/r/${Contact}`

/** What newcomers see: the first steps, the demo, and a version that is newer than the page. */
export const demoScenes: readonly Scene[] = [
  { name: 'home-first-steps', path: '/', before: emptyModels, shows: 'Create the first record' },
  { name: 'demo-list', path: list, on: 'demo', shows: 'Grace Hopper' },
  { name: 'demo-invited', path: `${list}/12`, on: 'demo', shows: 'Try a conflict' },
  { name: 'demo-begun', path: `${list}/12`, on: 'demo', act: begin, shows: 'Change a field below' },
  { name: 'demo-ready', path: `${list}/12`, on: 'demo', act: typeName, shows: 'Let Robin change it' },
  { name: 'demo-changed', path: `${list}/12`, on: 'demo', act: letChange, shows: 'Robin has just saved' },
  { name: 'demo-conflict', path: `${list}/13`, on: 'demo', act: clash, shows: 'Keep theirs' },
  { name: 'demo-settled', path: `${list}/14`, on: 'demo', act: settle, shows: 'Settled' },
  { name: 'new-version', path: list, act: newVersion, shows: 'There is a new version of the console' },
]

async function emptyModels({ page }: Actors): Promise<void> {
  const json = { status: 0, offset: 0, total: 0, data: [] }
  await page.route(/\/ws\/rest\/com\.example\.contacts\.\w+\?limit=0/, (route) => route.fulfill({ json }))
}

async function begin({ page }: Actors): Promise<void> {
  await click(page, 'Try a conflict')
}

async function typeName(actors: Actors): Promise<void> {
  await begin(actors)
  await type(actors.page, 'First name', 'Johnny')
}

async function letChange(actors: Actors): Promise<void> {
  await typeName(actors)
  await click(actors.page, 'Let Robin change it')
  await actors.page.getByText('changed First name meanwhile').waitFor()
}

async function clash(actors: Actors): Promise<void> {
  await letChange(actors)
  await click(actors.page, 'Show')
}

async function settle(actors: Actors): Promise<void> {
  await clash(actors)
  await actors.page.getByRole('radio', { name: 'Use mine' }).click()
  await actors.page.keyboard.press('Control+s')
}

/** The service has other files than the page. */
async function newVersion({ page }: Actors): Promise<void> {
  await page.getByText('Grace Hopper').first().waitFor()
  await page.route('**/console/', async (route) => {
    const text = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/html', body: text.replace(/index-[\w-]+\.js/, 'index-other.js') })
  })
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
}
