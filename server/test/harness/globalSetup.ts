import { hash } from '@node-rs/argon2'
import type { TestProject } from 'vitest/node'
import { foldStatement } from '../../src/statement/journal/counts.ts'
import { admin } from './client.ts'
import { Cluster } from './Cluster.ts'
import { contactsFolder, runTabularium } from './commandLine.ts'
import { run, withDatabase } from './database.ts'

/** One PostgreSQL for a run of the tests, and on it one migrated database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TABULARIUM_TEST_DATABASE_URL
  const cluster = given ? undefined : await Cluster.start({ durable: false })
  const server = given ?? cluster?.urlOf('postgres') ?? ''
  const template = `tabularium_template_${process.pid}`
  await run(server, `create database ${template} template template0`)
  await migrate(withDatabase(server, template))
  await hashCheaply(withDatabase(server, template))
  project.provide('databaseUrl', server)
  project.provide('template', template)
  return async () => {
    await run(server, `drop database ${template} with (force)`)
    await cluster?.stop()
  }
}

/**
 * Migrates an empty database to the example's models, with the administrator that the tests log in as; nothing is
 * pending.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl }
  await runTabularium(['migrate', 'apply', '--models', contactsFolder], env)
  await runTabularium(['user', 'add', admin.username, '--admin', '--password-stdin'], env, admin.password)
  await run(databaseUrl, foldStatement.toText())
}

/**
 * The administrator's logins are not what most tests are about, so they are made cheap. The cost is in the hash, and
 * what a login costs in production is tested with other users.
 */
async function hashCheaply(databaseUrl: string): Promise<void> {
  const cheap = await hash(admin.password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await run(databaseUrl, `update record.tabularium_user set password = '${cheap}' where username = '${admin.username}'`)
}
