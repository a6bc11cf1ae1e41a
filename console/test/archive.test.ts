import { expect, it } from 'vitest'
import { model, reference, text } from '../../server/src/index.ts'
import { noLogic } from '../../server/src/logic/Logic.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { toModels } from '../../server/test/harness/everyType.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'

const Thing = model({
  name: 'com.example.desk.Thing',
  title: 'name',
  search: ['name'],
  archive: true,
  fields: { name: text({ required: true }), room: text() },
})
const Loan = model({ name: 'com.example.desk.Loan', title: 'note', fields: { note: text(), thing: reference(Thing) } })
const { stage, visit } = useConsole(useLogic({ models: toModels([Thing, Loan]), roles: [], logic: noLogic }))

const newThing = async (name: string) => recordOf(await stage.client.create(Thing.name, { name, room: '12' }))
const read = async (id: number) => recordOf(await stage.client.read(Thing.name, id))

it('a record is archived and marked, is in the list of archived records alone, and comes back', async () => {
  const [camera] = [await newThing('Camera'), await newThing('Tripod')]
  const ada = await visit()
  await ada.arrive(`/r/${Thing.name}/${camera.id}`)
  const { page } = ada
  expect(await page.getByLabel('Archived on').count()).toBe(0)
  await ada.choose('Archive')
  await page.getByText('Camera was archived').waitFor()
  await page.getByText('Archived by', { exact: false }).first().waitFor()
  expect(await read(camera.id)).toMatchObject({ version: 1, archivedOn: expect.any(String) })
  await ada.expectAccessible('.record')

  await ada.arrive(`/r/${Thing.name}`)
  await page.getByRole('link', { name: 'Tripod' }).waitFor()
  expect(await page.getByRole('link', { name: 'Camera' }).count()).toBe(0)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /^Archived / }).click()
  await page.getByRole('link', { name: 'Camera' }).waitFor()
  await page.getByText('archived', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Tripod' }).count()).toBe(0)
  await ada.expectAccessible('.list')

  await page.getByRole('link', { name: 'Camera' }).click()
  await ada.choose('Restore from archive')
  await page.getByText('Camera is back from the archive').waitFor()
  await page.getByText('Archived by', { exact: false }).waitFor({ state: 'hidden' })
  expect(await read(camera.id)).toMatchObject({ version: 2, archivedOn: null })
})

it('an archived record is not offered where another refers to one', async () => {
  const [mixer] = [await newThing('Mixer left'), await newThing('Mixer right')]
  recordOf(
    await stage.client.exchange('POST', `/ws/rest/${Thing.name}/${mixer.id}/archive`, {
      body: { data: { version: 0 } },
    }),
  )
  const ada = await visit()
  await ada.arrive(`/r/${Loan.name}/new`)
  await ada.page.getByRole('combobox', { name: 'Thing' }).pressSequentially('Mixer')
  await ada.page.getByRole('option', { name: 'Mixer right' }).waitFor()
  expect(await ada.page.getByRole('option', { name: 'Mixer left' }).count()).toBe(0)
})
