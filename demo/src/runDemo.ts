import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { platformPackage, postgresFolder } from './postgresFolder.ts'

/** Runs `tabularium demo` in this process, with the PostgreSQL of this package; with `--where`, prints its folder. */
export async function runDemo(process: NodeJS.Process): Promise<void> {
  const folder = postgresFolder()
  if (process.argv[2] === '--where') return printFolder(process, folder)
  const manifest = createRequire(import.meta.url).resolve('tabularium/package.json')
  process.argv.splice(2, 0, 'demo', ...(folder === undefined ? [] : ['--postgres', folder]))
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
