import { randomBytes } from 'node:crypto'
import { Client as PgClient } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { model, text } from '../src/index.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { wordSql } from '../src/statement/condition/searchText.ts'
import { saveMany, search } from './harness/actions.ts'
import { type Client, recordsOf } from './harness/client.ts'
import { run, withDatabase } from './harness/database.ts'
import { toModels } from './harness/everyType.ts'
import { migrate } from './harness/globalSetup.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

const fields = { name: text({ max: 50 }) }
const Person = model({ name: 'locale.Person', title: 'name', search: ['name'], fields })
const City = model({ name: 'locale.City', title: 'name', search: { fields: ['name'], accents: false }, fields })
const models = toModels([Person, City])
const names = ['Ärzte Öl', 'İSTANBUL', 'ΟΔΟΣ', 'Straße', 'DŽ', 'ẞ', 'Plain_100%']

describe.each(["locale 'C'", "locale 'C' lc_ctype 'C.UTF-8'"])('in a database with %s', (locale) => {
  const name = `tabularium_test_${randomBytes(6).toString('hex')}`
  const url = () => withDatabase(inject('databaseUrl'), name)
  let service: TestService
  let client: Client

  beforeAll(async () => {
    await run(inject('databaseUrl'), `create database ${name} template template0 encoding 'UTF8' ${locale}`)
    await migrate(url())
    const connection = await Connection.open(url())
    await applyMigration(connection, models, { allowDataLoss: true })
    await connection.close()
    service = await startService(url(), {}, models)
    client = await loggedIn(service)
    const records = names.map((one) => ({ name: one }))
    for (const each of [Person, City]) recordsOf(await saveMany(client, each, records))
  })
  afterAll(async () => {
    client.close()
    await service.stop()
    await run(inject('databaseUrl'), `drop database ${name} with (force)`)
  })

  it.each(names)('%s is found by its own spelling', async (spelling) => {
    for (const each of [Person, City]) {
      const found = recordsOf(await search(client, each, { q: spelling })).map((record) => record['name'])
      expect(found, each.name).toContain(spelling)
    }
    const all = await client.exchange('GET', `/ws/search?q=${encodeURIComponent(spelling)}`)
    expect(JSON.stringify(all.json), 'search in all models').toContain(spelling)
  })

  it.each(['custom', 'generic'])('the index serves a word in a %s plan', async (kind) => {
    const connection = new PgClient({ connectionString: url() })
    await connection.connect()
    await connection.query(`set enable_seqscan = off; set plan_cache_mode = force_${kind}_plan`)
    for (const each of [Person, City]) {
      const { text: condition } = wordSql('Plain', models.get(each.name), 't').toQuery()
      const table = each.name.toLowerCase().replace('.', '_')
      await connection.query(`prepare word as select id from record.${table} as t where ${condition}`)
      const { rows } = await connection.query(`explain execute word('%Plain%')`)
      await connection.query('deallocate word')
      expect(JSON.stringify(rows), each.name).toMatch(/Bitmap Index Scan on \w*search/)
    }
    await connection.end()
  })

  it('letters of ASCII are found in any case', async () => {
    for (const q of ['plain_100%', 'PLAIN_100%', 'rzte'])
      expect(recordsOf(await search(client, Person, { q })), q).toHaveLength(1)
    expect(recordsOf(await search(client, Person, { q: 'plain%100' }))).toEqual([])
  })
})
