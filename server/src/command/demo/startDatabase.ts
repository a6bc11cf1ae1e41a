import { join, resolve } from 'node:path'
import type { Context } from '../Context.ts'
import { type LocalPostgres, startLocalPostgres } from '../localPostgres/startLocalPostgres.ts'
import type { Progress } from '../progress.ts'
import { demoSecrets, type Secrets } from './Secrets.ts'

export interface DemoDatabase {
  readonly postgres: LocalPostgres
  readonly secrets: Secrets
}

export interface StartOptions {
  /** Whether to delete the data of earlier runs first. */
  readonly reset: boolean
  readonly data: string | undefined
  /** The folder with PostgreSQL's programs, if it was given. */
  readonly postgres: string | undefined
  readonly example: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

const advice = {
  who: 'The demo',
  startOver: 'npx tabularium demo --reset',
  otherFolder: 'choose another folder with --data',
}

/** Starts the demo's own PostgreSQL, with new data or that of the previous run. */
export async function startDatabase(context: Context, options: StartOptions): Promise<DemoDatabase> {
  const { data, example, ...others } = options
  // Each example has its own folder.
  const own = join('.tabularium', example === 'contacts' ? 'demo' : `demo-${example}`)
  const postgres = await startLocalPostgres(context, {
    ...others,
    folder: resolve(context.folder, data ?? own),
    elsewhere: data === undefined,
    programs: options.postgres && resolve(context.folder, options.postgres),
    files: ['cookies'],
    advice,
  })
  try {
    return { postgres, secrets: await demoSecrets(postgres.folder, context.randomBytes) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
