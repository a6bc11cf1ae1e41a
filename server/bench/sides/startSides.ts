import { openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contactsFolder, ownMain } from '../../test/harness/commandLine.ts'
import { startDirectus } from './directus.ts'
import { contactModel } from './BenchDatabase.ts'
import { httpSide, portInOutput, type ServerProcess, startServer } from './httpSide.ts'
import type { Parts } from './Parts.ts'
import { pgbenchSide } from './pgbenchSide.ts'
import { toRequests } from './requests.ts'
import { type Side, type SideKey, sideNames } from './Side.ts'
import { tokenOf } from './tokens.ts'
import type { Work } from './Work.ts'

const serviceWorks: readonly Work[] = ['read', 'page', 'first page', 'create', 'update']

/** Starts the sides one after the other, so that the running ones can be stopped if one does not start. */
export async function* startSides(keys: readonly SideKey[], parts: Parts): AsyncGenerator<Side> {
  for (const key of keys) {
    const side = await starters[key](parts)
    if (side) yield side
  }
}

/** How to start each side. A peer may not be available. */
const starters: Readonly<Record<SideKey, (parts: Parts) => Promise<Side | undefined>>> = {
  pgbench: ({ database }) => Promise.resolve(pgbenchSide(database)),
  raw: startRaw,
  naive: startNaive,
  one: (parts) => tabulariumSide(sideNames.one, parts, 1),
  two: (parts) => tabulariumSide(sideNames.two, parts, 2),
  directus: startDirectus,
}

/** Its response is as long as that of Tabularium for a record. */
async function startRaw(parts: Parts): Promise<Side> {
  const length = await measureRecord(parts)
  const args = [fileURLToPath(import.meta.resolve('./rawServer.ts')), `${length}`]
  const servers = [await startServer({ args, findPort: portInOutput })]
  return serviceSide(sideNames.raw, ['read'], servers, parts)
}

async function startNaive(parts: Parts): Promise<Side> {
  const args = [fileURLToPath(import.meta.resolve('../naive/naive.ts')), parts.database.url]
  // It counts all records for each page, so measuring the first page too would add nothing.
  const works = serviceWorks.filter((work) => work !== 'first page')
  return serviceSide(sideNames.naive, works, [await startServer({ args, findPort: portInOutput })], parts)
}

async function tabulariumSide(name: string, parts: Parts, processes: number): Promise<Side> {
  return serviceSide(name, serviceWorks, await startTabularium(parts.database.url, processes), parts)
}

function serviceSide(name: string, works: readonly Work[], servers: readonly ServerProcess[], parts: Parts): Side {
  const { client, database, random } = parts
  return httpSide({
    name,
    works,
    client,
    servers,
    toRequests: (asked) => toRequests(asked, database, random),
  })
}

/**
 * A number of processes of the service, each on its own port, as behind a load balancer. They run as in production,
 * with the log written to a file.
 */
async function startTabularium(databaseUrl: string, processes: number): Promise<ServerProcess[]> {
  return Promise.all(Array.from({ length: processes }, () => startService(databaseUrl)))
}

async function startService(databaseUrl: string): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'tabularium-bench-'))
  const log = join(folder, 'service.log')
  const flags = ['--models', contactsFolder, '--port', '0', '--health-port', '0', '--drain-delay', '0s']
  const server = await startServer({
    args: [...process.execArgv, ownMain, 'serve', ...flags],
    env: { DATABASE_URL: databaseUrl },
    stdio: ['ignore', openSync(log, 'a'), 'inherit'],
    findPort: () => portInOutput(readFileSync(log, 'utf8').replace(/^(?!.*"msg":"serving").*\n/gm, '')),
  })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function measureRecord({ database }: Parts): Promise<number> {
  const [server] = await startTabularium(database.url, 1)
  if (!server) throw new Error('The service did not start.')
  try {
    const id = Math.ceil(database.size.records / 2)
    const address = `http://127.0.0.1:${server.port}/ws/rest/${contactModel}/${id}`
    const answer = await fetch(address, { headers: { cookie: `session=${tokenOf(1)}` } })
    if (answer.status !== 200) throw new Error(`The service answers HTTP ${answer.status}: ${await answer.text()}`)
    return (await answer.arrayBuffer()).byteLength
  } finally {
    await server.stop()
  }
}
