import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(import.meta.resolve('../../..'))
const parts = [
  'package.json',
  'vitest.config.ts',
  'server/package.json',
  'server/bin',
  'server/src',
  'server/templates',
  'server/test',
  'examples',
  'console/compressFiles.ts',
]
const patience = 400_000

/** Which tests are run. */
export interface Selection {
  readonly project: 'pure' | 'service' | 'endurance' | 'alone'
  readonly files: readonly string[]
  /** A pattern for the names of the tests. */
  readonly tests: string
}

/** How many tests ended how; none where they could not even begin. */
export interface Count {
  readonly passed: number
  readonly failed: number
  /** What was said about it. */
  readonly output: string
}

/** A copy of the sources and the tests, in which something can be broken. */
export class Copy {
  readonly #folder: string
  readonly #databaseUrl: string

  private constructor(folder: string, databaseUrl: string) {
    this.#folder = folder
    this.#databaseUrl = databaseUrl
  }

  /** The packages are not copied but linked, one by one: our own leads to the copy. */
  static async make(databaseUrl: string): Promise<Copy> {
    const folder = await mkdtemp(join(tmpdir(), 'tabularium-mutant-'))
    for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true })
    const packages = join(folder, 'node_modules')
    await mkdir(packages)
    for (const entry of await readdir(join(root, 'node_modules')))
      if (entry !== 'tabularium' && !entry.startsWith('.vite'))
        await symlink(join(root, 'node_modules', entry), join(packages, entry))
    await symlink('../server', join(packages, 'tabularium'))
    return new Copy(folder, databaseUrl)
  }

  /** Puts one text in the place of another while the work is done. The text must be there, and once. */
  async changed<T>(file: string, from: string, to: string, work: () => Promise<T>): Promise<T> {
    const path = join(this.#folder, 'server/src', file)
    const text = await readFile(path, 'utf8')
    const found = text.split(from).length - 1
    if (found !== 1) throw new Error(`${file} has this text ${found} times, and not once: ${from}`)
    await writeFile(
      path,
      text.replace(from, () => to),
    )
    try {
      return await work()
    } finally {
      await writeFile(path, text)
    }
  }

  async run({ project, files, tests }: Selection): Promise<Count> {
    const report = join(this.#folder, 'report.json')
    await rm(report, { force: true })
    const vitest = join(this.#folder, 'node_modules/vitest/vitest.mjs')
    const { PATH = '' } = process.env
    const env = { PATH, TABULARIUM_TEST_REPORT: report, TABULARIUM_TEST_DATABASE_URL: this.#databaseUrl }
    const child = spawn(process.execPath, [vitest, 'run', '--project', project, ...files, '-t', tests], {
      cwd: this.#folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    const tooLong = setTimeout(() => child.kill('SIGKILL'), patience)
    await once(child, 'close')
    clearTimeout(tooLong)
    const told = await readFile(report, 'utf8').catch(() => '{}')
    const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = JSON.parse(told)
    return { passed, failed, output }
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}
