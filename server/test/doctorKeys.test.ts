import { expect, it } from 'vitest'
import { checkKeys } from '../src/command/doctor/checkKeys.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { makeKey, makeRole, makeUser } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

/** What doctor says of keys. */
async function find(): Promise<string[]> {
  const connection = await Connection.open(stage.database.url)
  try {
    return (await checkKeys((statement) => connection.query(statement))).map(({ what }) => what)
  } finally {
    await connection.close()
  }
}

const expiresOn = '2099-01-01T00:00:00Z'
const age = (ids: readonly number[], column: string) =>
  stage.database.query(`update record.tabularium_key set ${column} = now() - interval '91 days' where id = any($1)`, [
    ids,
  ])

it('names the keys that are worth a look, and no others', async () => {
  expect(await find()).toEqual([])
  const role = await makeRole(stage.client, 'looking', [{ model: '*', read: true }])
  const { id: robot } = await makeUser(stage.client, 'robot', [role], { kind: 'service' })
  const ofRobot = (name: string, more: object = {}) =>
    makeKey(stage.client, { user: { id: robot }, name, expiresOn, ...more })
  await ofRobot('good')
  expect(await find()).toEqual([])

  const [old, used, ended] = [await ofRobot('old'), await ofRobot('used'), await ofRobot('ended')]
  await age([old.id, used.id, ended.id], 'created_on')
  await stage.database.query('update record.tabularium_key set used_on = now() where id = $1', [used.id])
  await age([ended.id], 'expires_on')
  expect(await find()).toEqual([`1 API key not used for 90 days: ${old.id} "old" of "robot".`])
  await age([used.id], 'used_on')
  const endless = await ofRobot('endless', { expiresOn: null })
  const all = await makeKey(stage.client, { name: 'all', expiresOn })
  await makeKey(stage.client, { name: 'reads', expiresOn, writes: 'none' })
  expect(await find()).toEqual([
    `1 API key with all rights of an administrator: ${all.id} "all" of "admin".`,
    `1 API key without an end: ${endless.id} "endless" of "robot".`,
    `2 API keys not used for 90 days: ${old.id} "old" of "robot", ${used.id} "used" of "robot".`,
  ])
  for (let made = 0; made < 6; made++) await ofRobot(`more ${made}`, { expiresOn: null })
  expect((await find())[1]).toMatch(/^7 API keys without an end: .*, and 2 more\.$/)
  await stage.client.update('tabularium.User', robot, { version: 0, disabled: true })
  expect(await find()).toHaveLength(1)
})
