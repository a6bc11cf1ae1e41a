import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from '../../postgres/Connection.ts'
import type { Programs } from './Programs.ts'
import type { RunUser } from './RunUser.ts'
import { runTool } from './runTool.ts'

export interface ClusterOptions {
  readonly programs: Programs
  readonly user: RunUser | undefined
  /** The cluster is in a subfolder. */
  readonly folder: string
  readonly password: string
  /** The command that starts over. */
  readonly startOver: string
  /** Whether the data is deleted when PostgreSQL ends. */
  readonly temporary: boolean
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
  { programs, user, folder, password }: ClusterOptions,
  signal: AbortSignal,
): Promise<void> {
  await dropPartial(folder)
  const partial = await mkdtemp(join(folder, partialName))
  const passwordFile = join(folder, 'postgres.password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  try {
    if (user) await Promise.all([partial, passwordFile].map((path) => chown(path, user.uid, user.gid)))
    const access = ['--username=tabularium', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await runTool(programs.initdb, ['-D', partial, '--no-sync', ...localeOf(programs), ...access], { user, signal })
    await rename(partial, clusterFolder(folder))
  } finally {
    await Promise.all([rm(passwordFile, { force: true }), rm(partial, { recursive: true, force: true })])
  }
}

/** Upper and lower case of all letters, and an order that is the same on every machine. */
function localeOf({ major }: Programs): string[] {
  const character = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--lc-ctype=C.UTF-8']
  return ['--encoding=UTF8', '--locale=C', ...character]
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
  const { folder, password, startOver } = options
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
    const message = `PostgreSQL did not start. Its log says:\n${lines}\nStart over with ${startOver}.`
    throw new Error(message, { cause: error })
  }
}

/**
 * The shell starts a small reader and then becomes PostgreSQL. The reader waits until our end of the pipe closes, which
 * also happens after kill -9, and then asks PostgreSQL to stop.
 */
const guarded = 'exec 3<&0; (read _ <&3; kill -INT $$) & exec "$@" </dev/null 3<&-'

/** The same for temporary data: the reader waits until PostgreSQL has ended, and deletes its files. */
const guardedOnce =
  'exec 3<&0; (read _ <&3; kill -INT $$; n=0; ' +
  'while kill -0 $$ 2>/dev/null && [ $n -lt 100 ]; do n=$((n+1)); sleep 0.1; done; rm -rf "$PWD"/*) & ' +
  'exec "$@" </dev/null 3<&-'

/** Settings for data that is not kept. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

async function spawnPostgres(
  { programs, user, folder, temporary }: ClusterOptions,
  port: number,
  log: string,
): Promise<ChildProcess> {
  const options = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 50,
    lc_messages: 'C',
    ...(temporary ? fast : {}),
  }
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [programs.postgres, '-D', clusterFolder(folder), ...settings]
  const output = await open(log, 'w', 0o600)
  try {
    return spawn('/bin/sh', ['-c', temporary ? guardedOnce : guarded, 'sh', ...command], {
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
