import { beforeAll, describe, expect, it } from 'vitest'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { sizeOf } from '../../server/test/harness/rounds.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { makeRole, makeUser } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
/** Texts that some may see and others not. */
const [hiddenField, hiddenRecord, hiddenPast, hiddenRule] = ['xylophone', 'quetzal', 'zeppelin', 'narwhal'] as const
const all = [hiddenField, hiddenRecord, hiddenPast, hiddenRule]
let shownId = 0
let hiddenId = 0
let otherRole = 0

beforeAll(async () => {
  const { client } = stage
  const shown = await client.create(Contact, { firstName: 'Open', lastName: 'Book', notes: hiddenPast, status: 'lead' })
  shownId = recordOf(shown).id
  recordOf(await client.update(Contact, shownId, { version: 0, notes: hiddenField }))
  const other = { firstName: hiddenRecord, lastName: 'Closed', status: 'former' }
  hiddenId = recordOf(await client.create(Contact, other)).id
  const some = { fieldName: 'status', operator: '=', value: 'lead' }
  const readFields = ['firstName', 'lastName', 'fullName', 'email', 'phone', 'status']
  const rules = { fields: { readFields }, records: { condition: some }, both: { condition: some, readFields } }
  const strange = { fieldName: 'lastName', operator: '=', value: hiddenRule }
  const others = await makeRole(client, 'others', [{ model: Contact, delete: true, condition: strange }])
  otherRole = others.id
  await makeUser(client, `${hiddenRule}-user`, [others])
  for (const [name, rule] of Object.entries(rules)) {
    const role = await makeRole(client, name, [{ model: Contact, read: true, update: true, ...rule }])
    await makeUser(client, name, [role], { password: admin.password })
  }
})

/** Walks through the console, and returns everything that its browser got, sent, showed and kept. */
async function walk(username: string): Promise<string> {
  const visitor = await visit()
  const exchanged: Promise<string>[] = []
  visitor.page.on('response', (response) => {
    if (!response.url().includes('/ws/')) return
    const body = response.text().catch(() => '')
    exchanged.push(body.then((text) => `${response.url()} ${response.request().postData() ?? ''} ${text}`))
  })
  const kept: string[] = []
  await visitor.go('/')
  await visitor.login(username)
  const list = `/r/${Contact}`
  for (const path of [
    '/',
    list,
    `${list}?sortBy=-fullName`,
    `${list}/${shownId}`,
    `${list}/${hiddenId}`,
    `${list}/${shownId}/history`,
    `${list}/${hiddenId}/history`,
    `${list}/deleted`,
    '/models',
    '/access',
    `/access/roles/${otherRole}`,
    '/access/users/1',
    `/access/why?user=admin&model=${Contact}&id=${shownId}&action=delete`,
    `/access/why?model=${Contact}&id=${hiddenId}&action=read`,
    '/?as=admin',
  ]) {
    await visitor.go(path)
    await visitor.page.locator('main').waitFor()
    await visitor.quiet()
    if (path === `${list}/${shownId}`) {
      await visitor.field('Phone').fill('+33 9')
      await until('the draft is kept', async () => (await visitor.storage()).includes('+33 9'))
    }
    kept.push(await visitor.page.content(), await visitor.storage())
  }
  // Ends the stream of changes, whose answer would have no end.
  await visitor.page.goto('about:blank')
  return [...kept, ...(await Promise.all(exchanged))].join('\n')
}

describe('what a user may not see is nowhere in their browser', () => {
  const users: readonly (readonly [string, readonly string[]])[] = [
    ['admin', []],
    ['both', all],
    ['fields', [hiddenField, hiddenPast, hiddenRule]],
    ['records', [hiddenRecord, hiddenRule]],
  ]
  it.each(users.slice(0, sizeOf({ inCi: 2, long: users.length })))('%s', async (username, hidden) => {
    const everything = await walk(username)
    expect(everything).toContain('Open Book')
    const found = all.filter((text) => everything.includes(text))
    const expected = all.filter((text) => !hidden.some((one) => one === text))
    expect(found).toEqual(expected)
  })
})
