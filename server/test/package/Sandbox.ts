import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { until } from '../harness/poll.ts'
import { type Left, listProcesses } from './processes.ts'
import { makeFolder, type World } from './world.ts'

const mark = 'PACKAGE_TEST_MARK'
const patience = 120_000

/** What runs in a sandbox, with the pid that a shell would see. */
export interface Started {
  readonly pid: number
  output(): string
  /** Waits until the command has ended: its exit code, or null after a signal. It is killed after two minutes. */
  ended(): Promise<number | null>
  /** Its processes that still run, itself included. */
  left(): Left[]
  /** Kills what is left of it. */
  kill(): void
}

/** How a line is run: what it reads, in which folder of the sandbox, and with which variables besides. */
export interface RunOptions {
  readonly input?: string
  readonly cwd?: string
  readonly env?: Record<string, string>
}

/** An empty folder outside of the repository, in which commands run with one version of Node and nothing of ours. */
export class Sandbox {
  readonly folder: string
  readonly world: World = inject('world')
  readonly #bin: string
  readonly #started: Started[] = []

  constructor(node: string) {
    this.folder = makeFolder(join(this.world.folder, `sandbox-${randomBytes(4).toString('hex')}`))
    this.#bin = join(this.world.folder, `bin-${node}`)
  }

  /** Runs a line of shell to its end and returns what it prints. Throws with all of it if it fails. */
  async run(script: string, options: RunOptions = {}): Promise<string> {
    const started = this.start(script, options)
    const code = await started.ended()
    if (code !== 0) throw new Error(`Exit code ${code} of: ${script}\n${started.output()}`)
    return started.output()
  }

  /** The same for a line that may fail. */
  async try(script: string, options: RunOptions = {}): Promise<{ code: number | null; output: string }> {
    const started = this.start(script, options)
    return { code: await started.ended(), output: started.output() }
  }

  /** Starts a line of shell in a session of its own. One command alone replaces the shell, so that its pid is seen. */
  start(script: string, { input = '', cwd = '.', env = {} }: RunOptions = {}): Started {
    const id = randomBytes(8).toString('hex')
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: join(this.folder, cwd),
      env: { ...toEnvironment(this.#bin, this.world), ...env, [mark]: id },
      detached: true,
    })
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const started = toStarted(child, { mark: `${mark}=${id}`, folder: this.folder })
    this.#started.push(started)
    return started
  }

  /** Kills what still runs, and removes the folder. */
  remove(): void {
    for (const one of this.#started) one.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function toStarted(child: ChildProcess, its: { mark: string; folder: string }): Started {
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const pid = child.pid ?? 0
  const exited = once(child, 'exit')
  const left = () => listProcesses({ session: pid, ...its })
  const kill = () => {
    for (const one of left()) tryKill(one.pid)
  }
  return {
    pid,
    output: () => output,
    ended: async () => {
      const timer = setTimeout(kill, patience)
      const [code] = await exited
      clearTimeout(timer)
      return code as number | null
    },
    left,
    kill,
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended since it was listed.
  }
}

/** Variables that npm, vitest, PostgreSQL and the tests set. */
const ourPrefixes = /^(npm_|pnpm_|vitest|pg|tabularium_|database_url|init_cwd|xdg_)/i
const ourNames = /^(node_(options|env|path|compile_cache)|path|ci|home)$/i

/** The environment of the machine, its certificates included, without what npm, vitest and PostgreSQL put there. */
function toEnvironment(bin: string, { registry, folder }: World): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !ourPrefixes.test(name) && !ourNames.test(name))
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, value ?? ''])),
    PATH: `${bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    // Caches of their own: a package of the same version that an earlier run installed must not be used.
    HOME: makeFolder(join(folder, 'home')),
    npm_config_registry: registry,
    pnpm_config_registry: registry,
    npm_config_update_notifier: 'false',
    // What one test has fetched is not asked for again by the next, and nobody reads an audit here.
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
  }
}

/** Waits until a started command prints something, or throws if it ends before. */
export async function untilPrinted(started: Started, text: string | RegExp, within = 60_000): Promise<string> {
  return until(
    `it prints ${text}`,
    () => {
      const [found] = started.output().match(text) ?? []
      if (found === undefined && started.left().length === 0) throw new Error(`It ended: ${started.output()}`)
      return found
    },
    { within, every: 100 },
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${started.output()}`)
  })
}
