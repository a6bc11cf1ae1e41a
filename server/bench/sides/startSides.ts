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

/** Starts the sides one after the other, so that those that run can be stopped where one does not start. */
export async function* startSides(keys: readonly SideKey[], parts: Parts): AsyncGenerator<Side> {
  for (const key of keys) {
    const side = await starters[key](parts)
    if (side) yield side
  }
}

/** How each side is started; a peer may be missing. */
const starters: Readonly<Record<SideKey, (parts: Parts) => Promise<Side | undefined>>> = {
  pgbench: ({ ground }) => Promise.resolve(pgbenchSide(ground)),
  raw: startRaw,
  naive: startNaive,
  one: (parts) => tabulariumSide(sideNames.one, parts, 1),
  two: (parts) => tabulariumSide(sideNames.two, parts, 2),
  directus: startDirectus,
}

/** Its answer is as long as a record of Tabularium, which is asked for one. */
async function startRaw(parts: Parts): Promise<Side> {
  const length = await measureRecord(parts)
  const args = [fileURLToPath(import.meta.resolve('./rawServer.ts')), `${length}`]
  const servers = [await startServer({ args, findPort: portInOutput })]
  return serviceSide(sideNames.raw, ['read'], servers, parts)
}

async function startNaive(parts: Parts): Promise<Side> {
  const args = [fileURLToPath(import.meta.resolve('../naive/naive.ts')), parts.ground.url]
  // It counts all records for each page: the same first page would tell nothing new of it.
  const works = serviceWorks.filter((work) => work !== 'first page')
  return serviceSide(sideNames.naive, works, [await startServer({ args, findPort: portInOutput })], parts)
}

async function tabulariumSide(name: string, parts: Parts, processes: number): Promise<Side> {
  return serviceSide(name, serviceWorks, await startTabularium(parts.ground.url, processes), parts)
}

function serviceSide(name: string, works: readonly Work[], servers: readonly ServerProcess[], parts: Parts): Side {
  const { client, ground, random } = parts
  return httpSide({
    name,
    works,
    client,
    servers,
    toRequests: (asked) => toRequests(asked, ground, random),
  })
}

/**
 * So many processes of the service, each on a port of its own, as behind a balancer. They run as in production; the log
 * is written, but to a file.
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

async function measureRecord({ ground }: Parts): Promise<number> {
  const [server] = await startTabularium(ground.url, 1)
  if (!server) throw new Error('The service did not start.')
  try {
    const id = Math.ceil(ground.size.records / 2)
    const address = `http://127.0.0.1:${server.port}/ws/rest/${contactModel}/${id}`
    const answer = await fetch(address, { headers: { cookie: `session=${tokenOf(1)}` } })
    if (answer.status !== 200) throw new Error(`The service answers HTTP ${answer.status}: ${await answer.text()}`)
    return (await answer.arrayBuffer()).byteLength
  } finally {
    await server.stop()
  }
}
