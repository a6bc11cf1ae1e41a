import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../../test/harness/poll.ts'
import type { LoadRequest } from './Load.ts'
import type { LoadClient } from './LoadClient.ts'
import type { Asked, Side } from './Side.ts'
import type { Work } from './Work.ts'

/** A server in its own process. */
export interface ServerProcess {
  readonly pid: number
  readonly port: number
  stop(): Promise<void>
}

export interface HttpSideOptions {
  readonly name: string
  readonly works: readonly Work[]
  readonly client: LoadClient
  /** The servers, which get the connections in turn. */
  readonly servers: readonly ServerProcess[]
  toRequests(asked: Asked): Promise<LoadRequest[]>
}

/** A side that is measured over HTTP. */
export function httpSide({ name, works, client, servers, toRequests }: HttpSideOptions): Side {
  return {
    name,
    works,
    pids: servers.map(({ pid }) => pid),
    get clientPid() {
      return client.pid
    },
    prepare: async (asked) => {
      const { connections, seconds, leadIn, within } = asked
      const requests = await toRequests(asked)
      const ports = servers.map(({ port }) => port)
      return { run: await client.prepare({ ports, connections, seconds, leadIn, requests }, within) }
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

/** How to start a server and find its port. */
export interface Start {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdio?: StdioOptions
  /** The port of the server, once it listens. */
  findPort(output: string): number | undefined | Promise<number | undefined>
}

/** Starts a server with Node and waits until it listens. */
export async function startServer({ args, env = {}, stdio, findPort }: Start): Promise<ServerProcess> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, args, { env: { PATH, ...env }, stdio: stdio ?? ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  const findLivePort = () => {
    if (!isAlive(child)) throw new Error(`${args[0]} ended while it started.`)
    return findPort(output)
  }
  const port = await until('the server serves', findLivePort, { within: 30_000 }).catch(async (error: unknown) => {
    await stop(child)
    throw error
  })
  return { pid: child.pid ?? 0, port, stop: () => stop(child) }
}

/** The port in the first line that a server prints: `{"url": …}`. */
export function portInOutput(output: string): number | undefined {
  const [line, rest] = output.split('\n')
  return line === undefined || rest === undefined ? undefined : Number(new URL(JSON.parse(line).url).port)
}

async function stop(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
