import type { FindOptions, PostgresContext } from './findPrograms.ts'
import { forgetPrograms, preparePrograms, type Programs, rememberPrograms } from './Programs.ts'
import { runDemoPackage } from './runDemoPackage.ts'

/** Has npx download the PostgreSQL of the package @tabularium/demo, or find it where it did so before. */
export async function fetchPrograms(context: PostgresContext, options: FindOptions): Promise<Programs> {
  const name = `@tabularium/demo@${context.version}`
  return await options.progress.step(`Get PostgreSQL with npx ${name}`, async () => {
    try {
      const folder = await runDemoPackage(context, '--where', options.signal)
      await forgetPrograms(options)
      const programs = await preparePrograms(folder, options)
      await rememberPrograms(folder, options)
      return programs
    } catch (error) {
      options.signal.throwIfAborted()
      throw new Error(
        'There is no PostgreSQL to run: @tabularium/demo is not installed, this machine has no PostgreSQL 15 ' +
          `or newer, and ${error instanceof Error ? error.message : 'npx failed'}\n` +
          'Install PostgreSQL (apt-get install postgresql, brew install postgresql), or use your own database: ' +
          'set DATABASE_URL and run npx tabularium migrate apply and npx tabularium serve.',
        { cause: error },
      )
    }
  })
}
