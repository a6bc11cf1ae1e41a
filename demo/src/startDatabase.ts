import { join, resolve } from 'node:path'
import type { DemoHost, DemoOptions, HostedPostgres } from 'tabularium/demo'
import { demoSecrets, type Secrets } from './Secrets.ts'

export interface StartedDatabase {
  readonly postgres: HostedPostgres
  readonly secrets: Secrets
}

const advice = {
  who: 'The demo',
  startOver: 'npx tabularium demo --reset',
  otherFolder: 'choose another folder with --data',
}

/** Starts the demo's own PostgreSQL, with new data or that of the previous run. */
export async function startDatabase(host: DemoHost, options: DemoOptions): Promise<StartedDatabase> {
  const { data, example, reset } = options
  // Each example has its own folder.
  const own = join('.tabularium', example === 'contacts' ? 'demo' : `demo-${example}`)
  const postgres = await host.startPostgres({
    folder: resolve(host.folder, data ?? own),
    elsewhere: data === undefined,
    programs: options.postgres && resolve(host.folder, options.postgres),
    reset,
    files: ['cookies'],
    advice,
  })
  try {
    return { postgres, secrets: await demoSecrets(host, postgres.folder) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
