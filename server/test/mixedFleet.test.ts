import { once } from 'node:events'
import { expect, it } from 'vitest'
import { contactsFolder, spawnTabularium } from './harness/commandLine.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase } from './harness/database.ts'
import { loggedIn, startProcess } from './harness/service.ts'

/** Runs a command on a database: its exit code and what it printed. */
async function tryCommand(databaseUrl: string, ...args: string[]): Promise<{ code: number; printed: string }> {
  const child = spawnTabularium([...args, '--models', contactsFolder], { DATABASE_URL: databaseUrl })
  let printed = ''
  child.stdout?.on('data', (chunk) => (printed += String(chunk)))
  child.stderr?.on('data', (chunk) => (printed += String(chunk)))
  const [code] = await once(child, 'close')
  return { code, printed }
}

it('while a newer version is rolled out, old processes serve on, and no old one starts', {
  timeout: 120_000,
}, async () => {
  const database = await createDatabase()
  const old = await startProcess(database.url)
  const client = await loggedIn(old)
  // What `migrate apply` of a newer version leaves behind: a table more, and its row in the list of migrations.
  await database.query(`create table tabularium.to_come (id bigint);
    insert into tabularium.migrations (number, name) values (999, 'to-come')`)

  // Every /ready looks at the schema.
  expect((await fetch(`${old.healthUrl}/ready`)).status).toBe(200)
  expect((await client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' })).status).toBe(200)
  expect((await client.find(Contact)).status).toBe(200)

  const message = 'A newer version of tabularium has migrated this database. Use that version or a later one.'
  for (const command of [
    ['serve', '--port', '0', '--health-port', '0'],
    ['migrate', 'apply'],
  ]) {
    const { code, printed } = await tryCommand(database.url, ...command)
    expect(printed).toContain(message)
    expect(printed).toContain('999-to-come')
    expect(printed).not.toContain('run them with')
    expect([command[0], code]).toEqual([command[0], command[0] === 'serve' ? 3 : 1])
  }

  expect((await fetch(`${old.healthUrl}/ready`)).status).toBe(200)
  expect((await client.find(Contact)).status).toBe(200)
  client.close()
  await old.stop()
  await database.drop()
})
