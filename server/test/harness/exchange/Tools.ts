import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The tools that one test needs and nothing else, at exact versions. */
const tools = {
  '@redocly/openapi-core': '2.64.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
}

/** A problem that redocly finds in a document. */
export interface Problem {
  readonly severity: string
  readonly ruleId: string
  readonly message: string
  readonly location: readonly { readonly pointer?: string }[]
}

interface Redocly {
  createConfig(config: object): Promise<unknown>
  lintFromString(options: { source: string; absoluteRef: string; config: unknown }): Promise<Problem[]>
}

/** Tools that are installed in a folder of their own. */
export class Tools {
  readonly folder: string
  #config: unknown

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Installs them, without running any script of theirs. */
  static async install(): Promise<Tools> {
    const folder = await mkdtemp(join(tmpdir(), 'tabularium-tools-'))
    const packageFile = { private: true, type: 'module', dependencies: tools }
    await writeFile(join(folder, 'package.json'), JSON.stringify(packageFile))
    // A registry that does not answer is asked again soon: by itself npm waits five minutes.
    const patience = ['--prefer-offline', '--fetch-timeout=15000', '--fetch-retries=5', '--fetch-retry-mintimeout=1000']
    await execute('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...patience], { cwd: folder })
    return new Tools(folder)
  }

  /** The errors of redocly's recommended rules in a document; examples that do not fit are errors, too. */
  async findErrors(document: string): Promise<string[]> {
    const main = join(this.folder, 'node_modules/@redocly/openapi-core/lib/index.js')
    const redocly = (await import(pathToFileURL(main).href)) as Redocly
    const rules = { 'no-invalid-media-type-examples': 'error' }
    this.#config ??= await redocly.createConfig({ extends: ['recommended'], rules })
    const problems = await redocly.lintFromString({
      source: document,
      absoluteRef: 'openapi.json',
      config: this.#config,
    })
    return problems
      .filter(({ severity }) => severity === 'error')
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
  }

  /** Runs one of the tools, and returns what it prints. */
  async run(name: string, args: readonly string[]): Promise<string> {
    const { stdout } = await execute(join(this.folder, 'node_modules/.bin', name), args, { cwd: this.folder })
    return stdout
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true })
  }
}
