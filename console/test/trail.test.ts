import { beforeAll, describe, expect, it } from 'vitest'
import { admin, recordOf, type RecordJson } from '../../server/test/harness/client.ts'
import { clientOf, makeKey, makeRole, makeUser, Role, Rule, User } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useScim } from '../../server/test/harness/scim/useScim.ts'
import { useConsole } from './useConsole.ts'

const scim = useScim()
const { stage, visit } = useConsole(scim)
let zoe: RecordJson
let clerk: { readonly id: number }

beforeAll(async () => {
  clerk = await makeRole(stage.client, 'clerk', [])
  zoe = await makeUser(stage.client, 'zoe', [])
  const rules = [Role, Rule, User].map((model) => ({ model, read: true }))
  const role = await makeRole(stage.client, 'rules', rules)
  await makeUser(stage.client, 'cleo', [role], { password: admin.password })
  recordOf(await stage.client.update(User, zoe.id, { version: 0, roles: [{ id: clerk.id }] }))
})

// It comes first: the page of a user asks as that user what they may do, which is a look as well.
it('looks as others say who looked as whom', async () => {
  const ada = await visit()
  await ada.arrive('/settings/changes')
  await ada.page.getByRole('radio', { name: 'Looks as others' }).click()
  await ada.page.getByText('Nobody looked as another user.').waitFor()
  await ada.expectAccessible()
  await stage.client.exchange('GET', '/ws/me', { headers: { 'x-see-as': 'zoe' } })
  await ada.page.reload()
  const lines = ada.page.getByRole('list', { name: 'Looks as others' }).getByRole('listitem')
  await lines.filter({ hasText: 'admin looked as zoe' }).waitFor()
  expect(ada.page.url()).toContain('show=looks')
  await ada.go('/settings/changes?show=looks&user=zoe')
  await ada.page.getByText('Nobody looked as another user.').waitFor()
})

describe('the changes of rights', () => {
  it('say who gave whom what, and by which way', async () => {
    const added = await scim.directory.post('/Users', { userName: 'sam', displayName: 'Sam' })
    expect(added.status).toBe(201)
    const ada = await visit()
    await ada.arrive('/settings/users')
    await ada.page.getByRole('link', { name: 'Changes of rights' }).click()
    await ada.page.getByRole('heading', { name: 'Changes of rights' }).waitFor()
    const lines = ada.page.getByRole('list', { name: 'Changes of rights' }).getByRole('listitem')
    await lines.filter({ hasText: 'admin gave zoe the role clerk' }).waitFor()
    await lines.filter({ hasText: 'SCIM (key “Entra”) created user sam' }).waitFor()
    await ada.expectAccessible()
    expect(await ada.page.title()).toBe('Changes of rights · Users and roles · Tabularium')
    await ada.go('/me')
    await ada.button(/Language$/).click()
    await ada.page.getByRole('option', { name: 'Deutsch' }).click()
    await ada.page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    await ada.go('/settings/changes')
    await ada.page.getByText('hat zoe die Rolle clerk gegeben').waitFor()
    await ada.page.getByText(/^SCIM \(Schlüssel „Entra“\) hat angelegt: (User|Benutzer) sam$/).waitFor()
  })

  it('lead to the user and to the history, and can be taken back', async () => {
    const tim = await makeUser(stage.client, 'tim', [])
    recordOf(await stage.client.update(User, tim.id, { version: 0, roles: [{ id: clerk.id }] }))
    const ada = await visit()
    await ada.arrive(`/settings/changes?model=${User}&record=${tim.id}`)
    await ada.page.getByText('Only tim').waitFor()
    const lines = ada.page.getByRole('list', { name: 'Changes of rights' }).getByRole('listitem')
    await until('its two writes are there', async () => (await lines.count()) === 2)
    await ada.button('Undo: admin gave tim the role clerk').click()
    await lines.filter({ hasText: 'admin took the role clerk from tim' }).waitFor()
    const { roles } = recordOf(await stage.client.exchange('GET', `/ws/rest/${User}/${tim.id}?fields=roles`))
    expect(roles).toEqual([])
    await lines.first().getByRole('link', { name: 'tim' }).click()
    await ada.page.getByRole('heading', { name: 'tim' }).waitFor()
    await ada.page.goBack()
    await lines.first().getByRole('link').last().click()
    await ada.page.getByRole('heading', { name: 'History' }).waitFor()
  })

  it('are filtered by who, what and since, in the address', async () => {
    const boss = await makeUser(stage.client, 'boss', [], { admin: true })
    const client = await clientOf(stage.service, stage.database, boss.id)
    recordOf(await client.create(Role, { name: 'by boss' }))
    client.close()
    const ada = await visit()
    await ada.arrive('/settings/changes')
    const lines = ada.page.getByRole('list', { name: 'Changes of rights' }).getByRole('listitem')
    await ada.page.getByRole('combobox', { name: 'Who' }).fill('boss')
    await ada.page.getByRole('option', { name: 'boss' }).click()
    await until('the change of boss alone', async () => (await lines.count()) === 1)
    expect(await lines.textContent()).toContain('boss created role by boss')
    await ada.button(/Model$/).click()
    await ada.page.getByRole('option', { name: 'Rules', exact: true }).click()
    await ada.page.getByText('Nothing matches.').waitFor()
    expect(ada.page.url()).toContain(`user=boss&model=tabularium.Rule`)
    await ada.expectAccessible()
    await ada.go('/settings/changes?since=day&model=tabularium.Key')
    await lines.filter({ hasText: 'created key Entra' }).waitFor()
  })

  it('that end a key are not offered to be taken back', async () => {
    const { id } = await makeKey(stage.client, { name: 'short' })
    await stage.client.delete('tabularium.Key', id)
    const ada = await visit()
    await ada.arrive(`/settings/changes?model=tabularium.Key`)
    await ada.page.getByText('deleted key short').waitFor()
    expect(await ada.button('Undo: admin deleted key short').count()).toBe(0)
    expect(await ada.button('Undo: admin created key Entra').count()).toBe(1)
  })

  it('are told to administrators alone', async () => {
    const cleo = await visit()
    await cleo.arrive('/settings/users', 'cleo')
    await cleo.page.getByRole('heading', { name: 'Users and roles' }).waitFor()
    expect(await cleo.page.getByRole('link', { name: 'Changes of rights' }).count()).toBe(0)
    await cleo.go('/settings/changes')
    await cleo.page.getByText('Administrators alone see who changed rights.').waitFor()
    await cleo.expectAccessible()
  })
})
