import { beforeAll, expect, it } from 'vitest'
import { comments, model, role, text } from '../../server/src/index.ts'
import { noLogic } from '../../server/src/logic/Logic.ts'
import { toRole } from '../../server/src/model/role.ts'
import { admin, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { toModels } from '../../server/test/harness/everyType.ts'
import { makeUser } from '../../server/test/harness/people.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const Thing = model({
  name: 'com.example.desk.Thing',
  title: 'name',
  fields: { name: text({ required: true }), room: text(), price: text(), comments: comments() },
})
const roles = [
  role({ name: 'writer', rules: [{ model: Thing, read: true, comment: true }] }),
  role({ name: 'reader', rules: [{ model: Thing, read: true, hideFields: ['price'] }] }),
].map((one) => toRole(one, 'a.ts'))
const { stage, visit } = useConsole(useLogic({ models: toModels([Thing]), roles, logic: noLogic }))

beforeAll(async () => {
  const found = recordsOf(await stage.client.find('tabularium.Role'))
  const named = (name: unknown) => found.filter((one) => one['name'] === name)
  const password = { password: admin.password }
  await makeUser(stage.client, 'tilo', named('writer'), { name: 'Tilo Brandt', ...password })
  await makeUser(stage.client, 'rita', named('reader'), { name: 'Rita Weiss', ...password })
})

const newThing = async () => recordOf(await stage.client.create(Thing.name, { name: 'Camera', room: '12' })).id
const pathOf = (id: number) => `/ws/rest/${Thing.name}/${id}/comments`
const comment = async (id: number, data: object) =>
  recordOf(await stage.client.exchange('PUT', pathOf(id), { body: { data } }))
const stored = async (id: number) => recordsOf(await stage.client.exchange('GET', pathOf(id)))
const thread = ({ page }: Visitor) => page.getByRole('complementary', { name: 'Activity and details' })

it('a comment is written, with a mention chosen by @, and the record gets no new version', async () => {
  const id = await newThing()
  const ada = await visit()
  await ada.arrive(`/r/${Thing.name}/${id}`)
  const box = thread(ada).getByRole('textbox', { name: 'Write a comment' })
  await box.pressSequentially('Look, @bra')
  const people = thread(ada).getByRole('listbox', { name: 'People to mention' })
  await people.getByRole('option', { name: '@tilo Tilo Brandt' }).waitFor()
  await ada.expectAccessible('.record')
  await box.press('Enter')
  await box.pressSequentially('it is **broken** <b>')
  expect(await box.inputValue()).toBe('Look, @tilo it is **broken** <b>')
  await box.press('Control+Enter')
  await thread(ada).locator('.mention', { hasText: '@tilo' }).waitFor()
  expect(await thread(ada).locator('.comment strong', { hasText: 'broken' }).count()).toBe(1)
  expect(await thread(ada).getByText('<b>').count()).toBe(1)
  expect(await box.inputValue()).toBe('')
  expect(await stored(id)).toMatchObject([{ mentions: [{ username: 'tilo' }] }])
  expect(recordOf(await stage.client.read(Thing.name, id)).version).toBe(0)
  await ada.expectAccessible('.record')
})

it('who is mentioned gets a notice at once, which leads to the record and is seen then', async () => {
  const id = await newThing()
  const tilo = await visit()
  await tilo.arrive('/', 'tilo')
  const bell = tilo.button(/^Notices/)
  await bell.waitFor()
  await tilo.quiet()
  const before = recordsOf(await stage.client.find('tabularium.Notice', '?limit=100')).length
  await comment(id, { body: 'Please, @tilo' })
  await tilo.button(`Notices: ${before + 1} new`).click()
  const panel = tilo.page.getByRole('dialog', { name: 'Notices' })
  await panel.getByRole('link', { name: 'admin mentioned you on Camera' }).first().waitFor()
  await tilo.expectAccessible('.panel')
  await panel.getByRole('link', { name: 'admin mentioned you on Camera' }).first().click()
  await thread(tilo).getByText('Please,').waitFor()
  await tilo.button(before === 0 ? 'Notices' : `Notices: ${before} new`).waitFor()
})

it('what others write appears by itself, and typing is not disturbed by it', async () => {
  const id = await newThing()
  const tilo = await visit()
  await tilo.arrive(`/r/${Thing.name}/${id}`, 'tilo')
  const box = thread(tilo).getByRole('textbox', { name: 'Write a comment' })
  await box.fill('I am on it')
  await tilo.quiet()
  await comment(id, { body: 'Is anybody looking?' })
  // Without the feed it would be asked for after 30 s.
  await thread(tilo).getByText('Is anybody looking?').waitFor({ timeout: 15_000 })
  expect(await box.inputValue()).toBe('I am on it')
})

it('one changes and deletes one’s own comments, and no others', async () => {
  const id = await newThing()
  await comment(id, { body: 'Of somebody else' })
  const tilo = await visit()
  await tilo.arrive(`/r/${Thing.name}/${id}`, 'tilo')
  await thread(tilo).getByText('Of somebody else').waitFor()
  expect(await thread(tilo).getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await thread(tilo).getByRole('textbox', { name: 'Write a comment' }).fill('First')
  await thread(tilo).getByRole('button', { name: 'Comment', exact: true }).click()
  await thread(tilo).getByRole('button', { name: 'Edit' }).click()
  await thread(tilo).getByRole('textbox', { name: 'Edit' }).fill('Second')
  await thread(tilo).getByRole('button', { name: 'Save' }).click()
  await thread(tilo).getByText('· edited').waitFor()
  expect((await stored(id)).map(({ body }) => body)).toEqual(['Second', 'Of somebody else'])
  await thread(tilo).getByRole('button', { name: 'Delete' }).click()
  await thread(tilo).getByText('Delete this comment?').waitFor()
  await thread(tilo).getByRole('button', { name: 'Delete' }).click()
  await thread(tilo).getByText('Second', { exact: true }).waitFor({ state: 'detached' })
  expect((await stored(id)).map(({ body }) => body)).toEqual(['Of somebody else'])
})

it('who may not comment reads them, without those about what is hidden', async () => {
  const id = await newThing()
  await comment(id, { body: 'Too dear', about: 'price' })
  await comment(id, { body: 'Too dark', about: 'room' })
  const rita = await visit()
  await rita.arrive(`/r/${Thing.name}/${id}`, 'rita')
  await thread(rita).getByText('about Room').waitFor()
  await rita.quiet()
  expect(await rita.page.content()).not.toContain('Too dear')
  expect(await thread(rita).getByRole('textbox').count()).toBe(0)
  expect(await rita.page.getByRole('link', { name: 'Comments on Thing' }).count()).toBe(0)
})

it('older ones are shown when they are asked for', async () => {
  const id = await newThing()
  for (let index = 1; index <= 22; index++) await comment(id, { body: `Number ${index}.` })
  const ada = await visit()
  await ada.arrive(`/r/${Thing.name}/${id}`)
  await thread(ada).getByText('Number 22.').waitFor()
  expect(await thread(ada).getByText('Number 1.', { exact: true }).count()).toBe(0)
  await thread(ada).getByRole('button', { name: 'Show older' }).click()
  await thread(ada).getByText('Number 1.', { exact: true }).waitFor()
  expect(await thread(ada).locator('.comment').count()).toBe(22)
})
