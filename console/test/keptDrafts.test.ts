import { expect, it } from 'vitest'
import { admin, type RecordJson, recordOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { makeRole, makeUser, Rule, User } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { sizeOf } from '../../server/test/harness/rounds.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const secret = 'a-secret-that-nobody-stores'

/** Lets the rule for contacts allow updates, or not. */
async function allow(rule: RecordJson, update: boolean): Promise<void> {
  const { version } = recordOf(await stage.client.read(Rule, rule.id))
  recordOf(await stage.client.update(Rule, rule.id, { version, update }))
}

/** What goes wrong between typing and saving. */
type Trouble = (mona: Visitor, path: string, rule: RecordJson) => Promise<void>

const troubles: Trouble[] = [
  async function reload(mona) {
    await mona.page.reload()
  },
  async function closedTab(mona, path) {
    await mona.openTab()
    await mona.go(path)
  },
  async function endedSession(mona) {
    expect(await mona.page.evaluate(() => fetch('/logout').then(({ ok }) => ok))).toBe(true)
    await mona.page.keyboard.press('Control+s')
    await mona.page.getByText('nothing that you typed is lost').waitFor()
    await mona.page.getByLabel('Password').fill(admin.password)
    await mona.page.keyboard.press('Enter')
    await mona.page.getByRole('dialog').waitFor({ state: 'detached' })
  },
  async function revokedRight(mona, _path, rule) {
    await allow(rule, false)
    await mona.page.keyboard.press('Control+s')
    await mona.page.getByRole('alert').waitFor()
    await allow(rule, true)
  },
]

it('no draft is lost through reloads, closed tabs, ended sessions and revoked rights', async () => {
  const rules = [{ model: Contact, read: true, update: true }]
  const role = await makeRole(stage.client, 'editor', rules)
  const [rule] = role.rules
  if (!rule) throw new Error('The role has a rule.')
  await makeUser(stage.client, 'mona', [role], { password: admin.password })
  const mona = await visit()
  await mona.go('/')
  await mona.login('mona')
  for (let n = 0; n < sizeOf({ inCi: troubles.length, long: 50 }); n++) {
    const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: `Draft ${n}` }))
    const path = `/r/${Contact}/${id}`
    await mona.go(path)
    await mona.field('Notes').fill(`typed ${n}`)
    await mona.field('Phone').fill(`+33 ${n}`)
    await until('the draft is kept', async () => (await mona.storage()).includes(`+33 ${n}`))
    await troubles[n % troubles.length]?.(mona, path, rule)
    await mona.page.getByText('2 fields changed').waitFor()
    expect(await mona.field('Notes').inputValue()).toBe(`typed ${n}`)
    await mona.page.keyboard.press('Control+s')
    await mona.page.getByText('Saved as version 1').waitFor()
    expect(recordOf(await stage.client.read(Contact, id))).toMatchObject({ notes: `typed ${n}`, phone: `+33 ${n}` })
    expect(await mona.storage()).not.toContain(`typed ${n}`)
  }
})

it('what was typed into a record that is deleted meanwhile is still there', async () => {
  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Gone' }))
  const ada = await visit()
  await ada.arrive(`/r/${Contact}/${id}`)
  await ada.field('Notes').fill('hours of work')
  await until('the draft is kept', async () => (await ada.storage()).includes('hours of work'))
  expect((await stage.client.delete(Contact, id)).status).toBe(200)
  await ada.page.reload()
  await ada.page.getByText('What you typed is still here').waitFor()
  expect(await ada.field('Notes').inputValue()).toBe('hours of work')
})

it('keeps no secret in storage', async () => {
  const ada = await visit()
  await ada.arrive(`/r/${User}/new`)
  await ada.field('Username').fill('newcomer')
  const password = ada.page.getByLabel('Password')
  await password.fill(secret)
  await until('the draft is kept', async () => (await ada.storage()).includes('newcomer'))
  expect(await ada.storage()).not.toContain(secret)
  expect(await password.inputValue()).toBe(secret)
})
