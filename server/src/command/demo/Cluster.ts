import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from '../../postgres/Connection.ts'
import type { Binaries } from './binaries.ts'
import type { RunUser } from './RunUser.ts'
import { runTool } from './runTool.ts'

export interface ClusterOptions {
  readonly binaries: Binaries
  readonly user: RunUser | undefined
  /** The demo's folder; the cluster is in a subfolder. */
  readonly folder: string
  readonly password: string
}

/** A PostgreSQL that runs as a child process. */
export interface RunningCluster {
  readonly url: string
  /** Resolves when PostgreSQL has ended, for any reason. */
  readonly ended: Promise<unknown>
  /** Shuts PostgreSQL down and returns when it has ended. */
  stop(): Promise<void>
}

export function clusterFolder(folder: string): string {
  return join(folder, 'postgres')
}

/** Creates the files of a new cluster. They get their final name last, so an interrupted attempt is not used. */
export async function createCluster(
  { binaries, user, folder, password }: ClusterOptions,
  signal: AbortSignal,
): Promise<void> {
  await dropPartial(folder)
  const partial = await mkdtemp(join(folder, partialName))
  const passwordFile = join(folder, 'postgres.password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  try {
    if (user) await Promise.all([partial, passwordFile].map((path) => chown(path, user.uid, user.gid)))
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = ['--username=tabularium', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await runTool(binaries.initdb, ['-D', partial, '--no-sync', ...locale, ...access], { user, signal })
    await rename(partial, clusterFolder(folder))
  } finally {
    await Promise.all([rm(passwordFile, { force: true }), rm(partial, { recursive: true, force: true })])
  }
}

const partialName = 'postgres.partial-'

/** Removes what a killed run left. Its initdb may still be writing there, so errors are ignored. */
export async function dropPartial(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(partialName))
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => {})))
}

export async function hasCluster(folder: string): Promise<boolean> {
  return await stat(clusterFolder(folder)).then(
    () => true,
    () => false,
  )
}

/** Starts the cluster on a port of 127.0.0.1 and returns when it accepts connections. */
export async function startCluster(
  options: ClusterOptions,
  port: number,
  signal: AbortSignal,
): Promise<RunningCluster> {
  const { folder, password } = options
  const log = join(folder, 'postgres.log')
  const child = await spawnPostgres(options, port, log)
  const ended = once(child, 'exit')
  const url = `postgres://tabularium:${password}@127.0.0.1:${port}/postgres`
  try {
    await untilReady(url, child, signal)
    return { url, ended, stop: () => stopChild(child) }
  } catch (error) {
    await stopChild(child)
    signal.throwIfAborted()
    const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n')
    const message = `PostgreSQL did not start. Its log says:\n${lines}\nStart over with tabularium demo --reset.`
    throw new Error(message, { cause: error })
  }
}

/**
 * The shell starts a small reader and then becomes PostgreSQL. The reader waits until our end of the pipe closes, which
 * also happens after kill -9, and then asks PostgreSQL to stop.
 */
const guarded = 'exec 3<&0; (read _ <&3; kill -INT $$) & exec "$@" </dev/null 3<&-'

async function spawnPostgres(
  { binaries, user, folder }: ClusterOptions,
  port: number,
  log: string,
): Promise<ChildProcess> {
  const options = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 50,
    lc_messages: 'C',
  }
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [binaries.postgres, '-D', clusterFolder(folder), ...settings]
  const output = await open(log, 'w', 0o600)
  try {
    return spawn('/bin/sh', ['-c', guarded, 'sh', ...command], {
      cwd: clusterFolder(folder),
      env: { LC_ALL: 'C' },
      stdio: ['pipe', output.fd, output.fd],
      // A separate process group: Ctrl-C reaches only this process, and PostgreSQL ends after the requests.
      detached: true,
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    })
  } finally {
    await output.close()
  }
}

const startDeadline = 30_000

async function untilReady(url: string, child: ChildProcess, signal: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(startDeadline)])
  for (;;) {
    deadline.throwIfAborted()
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('PostgreSQL ended while it started.')
    const connection = await Connection.open(url, 1000).catch(() => undefined)
    if (connection) return await connection.close()
    await wait(30, undefined, { signal: deadline })
  }
}

const stopDeadline = 10_000

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.stdin?.end()
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), stopDeadline)
  await ended
  clearTimeout(killTimer)
}
