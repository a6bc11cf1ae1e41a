import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { platformPackage, postgresFolder } from './postgresFolder.ts'

/** The folder of this package. */
const own = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs `tabularium demo` in this process, with the PostgreSQL of this package. With `--where` it prints the folder of
 * PostgreSQL's programs, and with `--package` its own.
 */
export async function launch(process: NodeJS.Process): Promise<void> {
  const folder = postgresFolder()
  const [, , question] = process.argv
  if (question === '--where') return printFolder(process, folder)
  if (question === '--package') return void process.stdout.write(`${own}\n`)
  const manifest = createRequire(import.meta.url).resolve('tabularium/package.json')
  const postgres = folder === undefined ? [] : ['--postgres', folder]
  process.argv.splice(2, 0, 'demo', '--package', own, ...postgres)
  await import(pathToFileURL(join(dirname(manifest), 'bin', 'tabularium.js')).href)
}

function printFolder(process: NodeJS.Process, folder: string | undefined): void {
  if (folder !== undefined) return void process.stdout.write(`${folder}\n`)
  process.stderr.write(
    `@tabularium/demo has no PostgreSQL for this platform: the package ${platformPackage} is not installed. ` +
      'There may be none, or --omit=optional left it out.\n',
  )
  process.exitCode = 1
}
