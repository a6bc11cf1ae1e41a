import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../test/harness/Cluster.ts'
import { toDirectusRequests } from './directusRequests.ts'
import { httpSide, type ServerProcess, startServer } from './httpSide.ts'
import type { Parts } from './Parts.ts'
import { type Side, sideNames } from './Side.ts'

/** Pinned, so that two runs measure the same version. No install scripts run. */
const wanted = {
  private: true,
  dependencies: { directus: '12.4.0' },
  // The version that it requires must be compiled, which does not work with every Node.
  overrides: { 'isolated-vm': '6.2.0' },
}

const run = promisify(execFile)
const installWithin = 15 * 60_000
const token = 'the-bench-needs-no-secrets'

/** Directus from npm on the same table, with a token that it looks up for every request; undefined if not available. */
export async function startDirectus(parts: Parts): Promise<Side | undefined> {
  const { progress, client, database } = parts
  try {
    const folder = await install(progress)
    const server = await start(folder, parts)
    return httpSide({
      name: sideNames.directus,
      works: ['read', 'page', 'create', 'update'],
      client,
      servers: [server],
      toRequests: (asked) => toDirectusRequests(asked, { database, token, random: parts.random }),
    })
  } catch (error) {
    progress(`Directus is skipped: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

/** Installs it into a temporary folder, which the next run uses again. */
async function install(progress: (line: string) => void): Promise<string> {
  const folder = join(tmpdir(), `tabularium-bench-directus-${wanted.dependencies.directus}`)
  if (existsSync(join(folder, 'installed'))) return folder
  progress(`installing Directus into ${folder}, which takes minutes …`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(wanted))
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: folder,
    timeout: installWithin,
  })
  await writeFile(join(folder, 'installed'), '')
  return folder
}

async function start(folder: string, { database, progress }: Parts): Promise<ServerProcess> {
  const port = await findFreePort()
  const env = toEnvironment(port, new URL(database.url))
  const program = join(folder, 'node_modules/directus/cli.js')
  progress('starting Directus …')
  await run(process.execPath, [program, 'bootstrap'], { cwd: folder, env })
  const address = `http://127.0.0.1:${port}/server/ping`
  return startServer({
    args: [program, 'start'],
    env,
    stdio: ['ignore', 'ignore', 'ignore'],
    findPort: () =>
      fetch(address).then(
        ({ ok }) => (ok ? port : undefined),
        () => undefined,
      ),
  })
}

/** Turns off what would slow it down or reject requests. */
function toEnvironment(port: number, database: URL): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: `${port}`,
    DB_CLIENT: 'pg',
    DB_HOST: database.hostname,
    DB_PORT: database.port,
    DB_USER: database.username,
    DB_DATABASE: database.pathname.slice(1),
    // Its own tables are in the first schema.
    DB_SEARCH_PATH: 'array:public,record',
    SECRET: token,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: token,
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'fatal',
    PRESSURE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    TELEMETRY: 'false',
    SERVE_APP: 'false',
  }
}
