import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { examine } from '../src/command/doctor/examine.ts'
import { loadModels } from '../src/model/loadModels.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { run, withDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'
import { runCommand } from './harness/runCommand.ts'
import { startProcess } from './harness/service.ts'

const models = await loadModels(contactsFolder)
const made: string[] = []

/** A new database with these options of `create database`. */
async function create(options: string): Promise<string> {
  const server = inject('databaseUrl')
  const name = `tabularium_test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template template0 ${options}`)
  made.push(name)
  return withDatabase(server, name)
}

afterEach(async () => {
  for (const name of made.splice(0)) await run(inject('databaseUrl'), `drop database ${name} with (force)`)
})

async function migrate(command: string, url: string): Promise<string> {
  return runCommand(['migrate', command, '--models', contactsFolder], { DATABASE_URL: url })
}

/** The findings of doctor, except that a new database has no users. */
async function examineAt(url: string) {
  const connection = await Connection.open(url)
  try {
    const options = { rows: 10_000, recount: false, fix: false }
    const { findings } = await examine((statement) => connection.query(statement), models, options)
    return findings.filter(({ check }) => check !== 'users')
  } finally {
    await connection.close()
  }
}

describe('a database whose encoding is not UTF8', () => {
  it.each([
    ['SQL_ASCII', "encoding 'SQL_ASCII' locale 'C'"],
    ['LATIN1', "encoding 'LATIN1' locale 'C'"],
  ])('%s is refused by migrate, with how to create a better one', async (name, options) => {
    const url = await create(options)
    await expect(migrate('apply', url)).rejects.toThrow(
      `ended with 1: tabularium: Nothing was changed, because the plan cannot be completed:\n  - Store text in ` +
        `the encoding UTF8. This database has the encoding ${name}, which cannot be changed. Create another ` +
        'database: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 NAME',
    )
    expect(await migrate('plan', url)).toContain('cannot be done: This database has the encoding')
    const findings = await examineAt(url)
    expect(findings.find(({ check }) => check === 'encoding')?.what).toBe(
      `The encoding of the database is ${name}, and not UTF8.`,
    )
  })
})

describe('a database whose locale has no letters outside ASCII', () => {
  it('is migrated and served with a warning, and doctor finds it', async () => {
    const url = await create("encoding 'UTF8' locale 'C'")
    const warning = 'The locale of the database is C, which has no letters outside ASCII.'
    expect(await migrate('apply', url)).toContain(`Warning: ${warning} Create another database: createdb`)
    const findings = await examineAt(url)
    expect(findings).toMatchObject([{ check: 'encoding', what: warning }])
    const service = await startProcess(url)
    await until('it warns', () => service.logs().includes(warning))
    await service.stop()
  })
})

describe('a database in UTF8 whose locale has letters', () => {
  it.each(["locale 'C.UTF-8'", "locale 'C' lc_ctype 'C.UTF-8'"])('%s has no findings', async (options) => {
    const url = await create(`encoding 'UTF8' ${options}`)
    expect(await migrate('apply', url)).not.toContain('Warning')
    expect(await examineAt(url)).toEqual([])
  })
})
