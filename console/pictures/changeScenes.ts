import { recordsOf } from '../../server/test/harness/client.ts'
import { Company } from './models.ts'
import type { Actors, Scene } from './Scene.ts'

/** What was written, and the way back. */
export const changeScenes: readonly Scene[] = [
  { name: 'changes', path: '/changes', shows: 'Everything that changed' },
  { name: 'changes-none', path: '/changes?user=rita', shows: 'Nothing matches' },
  { name: 'change-set', path: '/changes', act: openSet, shows: 'Before' },
  { name: 'undo', path: '/changes', act: undoSet, shows: 'go back' },
  { name: 'undo-clash', path: '/changes', act: undoClash, shows: 'After the change' },
]

/** Changes companies by one call, as the last change of all. */
async function changeCompanies({ sam }: Actors): Promise<void> {
  const found = recordsOf(await sam.find(Company)).slice(0, 3)
  // Each time to another country: what is there already would be no change.
  const country = found[0]?.['country'] === 'IE' ? 'NL' : 'IE'
  const records = found.map(({ id, version }) => ({ id, version, country }))
  recordsOf(await sam.exchange('POST', `/ws/rest/${Company}`, { body: { records } }))
}

async function openSet(actors: Actors): Promise<void> {
  await changeCompanies(actors)
  await actors.page.reload()
  await actors.page.locator('.activity-when a').first().click()
}

async function undoSet(actors: Actors): Promise<void> {
  await openSet(actors)
  await actors.page.getByRole('button', { name: /^Undo change/ }).click()
}

async function undoClash(actors: Actors): Promise<void> {
  await openSet(actors)
  const [first] = recordsOf(await actors.sam.find(Company))
  await actors.sam.update(Company, first?.id ?? 0, { version: first?.version, country: 'NZ' })
  await actors.page.getByRole('button', { name: /^Undo change/ }).click()
}
