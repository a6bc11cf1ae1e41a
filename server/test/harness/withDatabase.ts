import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Cluster } from './Cluster.ts'

/**
 * Runs a command with DATABASE_URL set to an empty database on a PostgreSQL that runs only for this command: `node
 * server/test/harness/withDatabase.ts COMMAND [ARGUMENTS]`.
 */
const [command = '', ...args] = process.argv.slice(2)
const cluster = await Cluster.start({ durable: true })
try {
  const env = { ...process.env, DATABASE_URL: cluster.urlOf('postgres') }
  const child = spawn(command, args, { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
} finally {
  await cluster.stop()
}
