import { expect, it } from 'vitest'
import { collection, comments, model, reference, role, text } from '../../server/src/index.ts'
import { noLogic } from '../../server/src/logic/Logic.ts'
import { toRole } from '../../server/src/model/role.ts'
import { admin, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { toModels } from '../../server/test/harness/everyType.ts'
import { makeUser } from '../../server/test/harness/people.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const Crate = model({
  name: 'com.example.desk.Crate',
  plural: 'Crates',
  title: 'name',
  fields: {
    name: text({ required: true }),
    room: text(),
    secretRoom: text(),
    items: collection('com.example.desk.Item', { by: 'crate' }),
    comments: comments(),
  },
})
const Item = model({
  name: 'com.example.desk.Item',
  plural: 'Items',
  title: 'name',
  fields: { name: text(), crate: reference(Crate, { required: true, onDelete: 'cascade' }) },
})
const open = { fieldName: 'room', operator: '=', value: 'open' }
const roles = [role({ name: 'guest', rules: [{ model: Crate, read: true, condition: open }] })].map((one) =>
  toRole(one, 'a.ts'),
)
const { stage, visit } = useConsole(useLogic({ models: toModels([Crate, Item]), roles, logic: noLogic }))

const panel = ({ page }: Visitor) => page.getByRole('complementary', { name: 'Activity and details' })
const create = async (more: object = {}) => recordOf(await stage.client.create(Crate.name, { name: 'Box', ...more }))
const address = (id: number) => `/r/${Crate.name}/${id}`

it('tells what happened to a record and its lines, and takes it back', async () => {
  const { id } = await create({ room: 'A', items: [{ name: 'pen' }, { name: 'ink' }] })
  await stage.client.update(Crate.name, id, { version: 0, room: 'B' })
  const ada = await visit()
  await ada.arrive(address(id))
  await panel(ada).getByText('admin changed Room A → B').waitFor()
  await panel(ada).getByText('admin created it and added 2 items').waitFor()
  await ada.expectAccessible('.record')
  await panel(ada).getByRole('button', { name: 'Undo: admin changed Room A → B' }).click()
  await panel(ada).getByText('admin undid a change: changed Room B → A').waitFor()
  expect(recordOf(await stage.client.read(Crate.name, id))['room']).toBe('A')
  await panel(ada).getByText('Details').click()
  await panel(ada).getByRole('link', { name: '2 items' }).waitFor()
  await panel(ada).getByText('Version').waitFor()
})

it('folds by its key, which this browser keeps, is a drawer on smaller screens and a tab on a phone', async () => {
  const { id } = await create()
  const ada = await visit()
  await ada.arrive(address(id))
  await panel(ada).getByText('admin created it').waitFor()
  await ada.page.locator('h1').focus()
  await ada.page.keyboard.press(']')
  await panel(ada).waitFor({ state: 'hidden' })
  await ada.page.reload()
  await ada.button('Show activity').waitFor()
  expect(await panel(ada).count()).toBe(0)
  await ada.button('Show activity').click()
  await panel(ada).getByText('admin created it').waitFor()
  await ada.page.setViewportSize({ width: 1000, height: 800 })
  await panel(ada).waitFor({ state: 'hidden' })
  await ada.button('Show activity').click()
  await panel(ada).getByText('admin created it').waitFor()
  await ada.button('Hide activity').click()
  await ada.page.setViewportSize({ width: 400, height: 800 })
  await ada.page.getByRole('radio', { name: 'Activity' }).click()
  await panel(ada).getByText('admin created it').waitFor()
  expect(await ada.page.locator('.segments').count()).toBe(1)
  await ada.page.getByRole('radio', { name: 'Details' }).click()
  await panel(ada).getByText('Version', { exact: true }).waitFor()
  await ada.page.getByRole('radio', { name: 'Crate', exact: true }).click()
  await ada.page.getByLabel('Room', { exact: true }).waitFor()
})

it('a mention arrives at another browser within two seconds, and a hidden record has no comment anywhere', async () => {
  const guests = recordsOf(await stage.client.find('tabularium.Role')).filter((one) => one['name'] === 'guest')
  await makeUser(stage.client, 'gus', guests, { name: 'Gus Gray', password: admin.password })
  const seen = await create({ room: 'open' })
  const hidden = await create({ name: 'Locked', room: 'shut' })
  const gus = await visit()
  await gus.arrive(address(seen.id), 'gus')
  await panel(gus).getByText('admin created it').waitFor()
  // On a busy machine all takes longer: then it is compared with a page that is read again.
  const reloading = performance.now()
  await gus.page.reload()
  await panel(gus).getByText('admin created it').waitFor()
  const longest = Math.max(2_000, 2 * (performance.now() - reloading))
  await gus.quiet()
  const ada = await visit()
  await ada.arrive(address(seen.id))
  const box = panel(ada).getByRole('textbox', { name: 'Write a comment' })
  await box.fill('Look here, @gus')
  await box.press('Control+Enter')
  await panel(ada).locator('.mention', { hasText: '@gus' }).waitFor()
  const began = performance.now()
  await gus.button(/^Notices: 1 new/).waitFor()
  await panel(gus).getByText('Look here,').waitFor()
  expect(performance.now() - began).toBeLessThan(longest)
  const body = { body: { data: { body: 'Unspeakable' } } }
  await stage.client.exchange('PUT', `/ws/rest/${Crate.name}/${hidden.id}/comments`, body)
  await gus.go(address(hidden.id))
  await gus.page.getByText('was not found').first().waitFor()
  await gus.go('/changes')
  await gus.page.getByRole('list', { name: 'Activity' }).getByText('Box').first().waitFor()
  await gus.quiet()
  expect(await gus.page.content()).not.toMatch(/Unspeakable|Locked/)
  const answers = await gus.page.evaluate<string>(`Promise.all(
    ['/ws/search?q=Unspeakable', '/ws/changes?after=start', '/ws/changes?newest=true&limit=100'].map((path) =>
      fetch(path).then((answer) => answer.text()),
    ),
  ).then((texts) => texts.join())`)
  expect(answers).not.toMatch(/Unspeakable|Locked/)
})
