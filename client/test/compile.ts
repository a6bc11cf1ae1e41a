import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(import.meta.resolve('../..'))

/** A project in a folder of this checkout, so that its files find the packages. */
export class Project {
  readonly folder: string

  constructor() {
    mkdirSync(join(root, '.tabularium'), { recursive: true })
    this.folder = mkdtempSync(join(root, '.tabularium/types-'))
    const config = { extends: '../../tsconfig.json', include: ['*.ts'], files: [] }
    this.write('tsconfig.json', JSON.stringify(config))
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text)
  }

  /** Compiles it, and returns what the compiler says: mistakes, or figures if asked for. */
  compile(...flags: readonly string[]): string {
    const tsc = join(root, 'node_modules/.bin/tsc')
    try {
      return execFileSync(tsc, ['-p', this.folder, ...flags], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (error) {
      return String((error as { stdout: unknown }).stdout)
    }
  }

  /** How many types the compiler instantiated. */
  countInstantiations(): number {
    const said = this.compile('--extendedDiagnostics', '--singleThreaded')
    if (said.includes('error TS')) throw new Error(said)
    return Number(/Instantiations:\s+(\d+)/.exec(said)?.[1] ?? Number.NaN)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
