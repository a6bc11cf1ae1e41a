import { beforeAll, expect, it } from 'vitest'
import { saveMany } from '../../server/test/harness/actions.ts'
import { admin, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser } from '../../server/test/harness/people.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()

beforeAll(async () => {
  const leads = { fieldName: 'status', operator: '=', value: 'lead' }
  const role = await makeRole(stage.client, 'leads', [{ model: Contact, ...allActions, condition: leads }])
  await makeUser(stage.client, 'sam', [role], { name: 'Sam Lee', password: admin.password })
})

const create = async (firstName: string, more: object = {}) =>
  recordOf(await stage.client.create(Contact, { firstName, lastName: 'Active', ...more }))
const lines = ({ page }: Visitor) => page.getByRole('list', { name: 'Activity' }).locator('.activity-line')

it('shows single writes and those of several records as sentences, with filters in the address', async () => {
  const one = await create('Ada')
  await stage.client.update(Contact, one.id, { version: 0, phone: '+33 1' })
  await saveMany(
    stage.client,
    Contact,
    ['Ben', 'Cid', 'Dot'].map((firstName) => ({ firstName, lastName: 'Active' })),
  )
  const ada = await visit()
  await ada.arrive('/changes')
  await lines(ada).getByText('admin created 3 ').waitFor()
  await lines(ada).getByText('admin changed contact Ada Active: Phone — → +33 1').waitFor()
  await ada.expectAccessible()
  await ada.page.getByRole('button', { name: /Through/ }).click()
  await ada.page.getByRole('option', { name: 'edits of several' }).click()
  await lines(ada).getByText('changed contact Ada Active').waitFor({ state: 'detached' })
  await lines(ada).getByText('admin created 3 ').waitFor()
  expect(ada.page.url()).toContain('through=bulk')
  await ada.go(`/changes?model=${Contact}&record=${one.id}&field=phone`)
  await lines(ada).getByText('Phone — → +33 1').waitFor()
  expect(await lines(ada).count()).toBe(1)
  await ada.button('Show everything').click()
  await lines(ada).getByText('created 3 ').waitFor()
})

it('undoes a write by a press, and a change set after a look', async () => {
  const one = await create('Eve', { phone: '1' })
  await stage.client.update(Contact, one.id, { version: 0, phone: '2' })
  const ada = await visit()
  await ada.arrive(`/changes?model=${Contact}&record=${one.id}`)
  await ada.button('Undo: admin changed contact Eve Active: Phone 1 → 2').click()
  await lines(ada).getByText('undid a change: changed contact Eve Active: Phone 2 → 1').waitFor()
  expect(recordOf(await stage.client.read(Contact, one.id))['phone']).toBe('1')
})

it('who sees some records only finds nothing of the others', async () => {
  const own = await create('Seen')
  const hidden = await create('Unseen', { status: 'customer' })
  const sam = await visit()
  await sam.arrive('/changes', 'sam')
  await lines(sam).getByText('Seen Active', { exact: false }).first().waitFor()
  await sam.quiet()
  expect(await sam.page.content()).not.toContain('Unseen')
  await sam.go(`/changes?model=${Contact}&record=${hidden.id}`)
  await sam.page.getByText('Nothing matches.').waitFor()
  await sam.go(`/changes?model=${Contact}&record=${own.id}`)
  await lines(sam).first().waitFor()
})

it('what one did oneself is found by who', async () => {
  const found = recordsOf(await stage.client.find('tabularium.User')).find(({ username }) => username === 'sam')
  const client = await clientOf(stage.service, stage.database, found?.id ?? 0)
  await client.create(Contact, { firstName: 'Own', lastName: 'Active' })
  const ada = await visit()
  await ada.arrive('/changes?user=sam')
  await lines(ada).getByText('Sam Lee created contact Own Active').waitFor()
  expect(await lines(ada).count()).toBe(1)
})

it('shows what others write as the feed reports it, without asking again and again', async () => {
  const ada = await visit()
  const following = ada.page.waitForResponse(/\/ws\/changes\/stream/)
  await ada.arrive('/changes')
  await following
  await lines(ada).first().waitFor()
  const asked: string[] = []
  ada.page.on('request', (request) => {
    if (request.url().includes('newest=true')) asked.push(request.url())
  })
  await create('Fae')
  await lines(ada).getByText('contact Fae Active').waitFor()
  expect(asked).toHaveLength(1)
})
