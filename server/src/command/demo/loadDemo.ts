import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from '../Context.ts'
import { listInstalled } from '../localPostgres/listInstalled.ts'
import { runDemoPackage } from '../localPostgres/runDemoPackage.ts'
import { createProgress } from '../progress.ts'
import type { RunDemo } from './DemoHost.ts'

/**
 * Loads the demo from the package @tabularium/demo of this version: from the given folder, from where it is installed,
 * or from where npx downloads it.
 */
export async function loadDemo(context: Context, given: string | undefined, signal: AbortSignal): Promise<RunDemo> {
  const folder = given ?? (await findFolder(context)) ?? (await fetchFolder(context, signal))
  const entry = createRequire(join(folder, 'package.json')).resolve('@tabularium/demo/run')
  const { runDemo } = (await import(pathToFileURL(entry).href)) as { readonly runDemo: RunDemo }
  return runDemo
}

/** Another version may expect another host, and is not run. */
async function findFolder(context: Context): Promise<string | undefined> {
  for (const folder of listInstalled(context)) {
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    if (version === context.version) return folder
  }
  return undefined
}

async function fetchFolder(context: Context, signal: AbortSignal): Promise<string> {
  const name = `@tabularium/demo@${context.version}`
  return await createProgress(context, signal).step(`Get the demo with npx ${name}`, async () => {
    try {
      return await runDemoPackage(context, '--package', signal)
    } catch (error) {
      signal.throwIfAborted()
      throw new Error(
        `The demo is in the package ${name}, which is not installed, and ` +
          `${error instanceof Error ? error.message : 'npx failed'}\n` +
          `Install it: npm install ${name}`,
        { cause: error },
      )
    }
  })
}
