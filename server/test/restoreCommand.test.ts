import { expect, test } from 'vitest'
import { createDatabase } from './harness/database.ts'
import { runCommand } from './harness/runCommand.ts'

test('restore finish moves ids ahead by as many as there were, within limits', async () => {
  const database = await createDatabase()
  const before = { company: 12, contact: 5_000_000, tag: 5_000_000_000 }
  const nameOf = (model: string) => `record.com_example_contacts_${model}_ids`
  for (const [model, last] of Object.entries(before)) await database.query(`select setval('${nameOf(model)}', ${last})`)
  await runCommand(['restore', 'finish'], { DATABASE_URL: database.url })
  const lastOf = async (model: string) =>
    Number((await database.query(`select last_value from ${nameOf(model)}`))[0]?.['last_value'])
  expect(await lastOf('company')).toBe(1_000_012)
  expect(await lastOf('contact')).toBe(10_000_000)
  expect(await lastOf('tag')).toBe(6_000_000_000)
  await database.drop()
})
