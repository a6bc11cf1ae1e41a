import type { Context } from '../Context.ts'
import { runTool } from './runTool.ts'

/** What an outer npx or npm was told about other packages, which must not count for this one. */
const ofOthers = ['npm_config_package', 'npm_config_call', 'npm_config_workspace', 'npm_config_workspaces']

/**
 * Has npx download the package @tabularium/demo of this version, or find it where it did so before. Returns the folder
 * that the package prints: that of PostgreSQL's programs with `--where`, its own with `--package`.
 */
export async function runDemoPackage(
  { env: all, folder, version }: Pick<Context, 'env' | 'folder' | 'version'>,
  question: '--where' | '--package',
  signal: AbortSignal,
): Promise<string> {
  const env = Object.fromEntries(Object.entries(all).filter(([variable]) => !ofOthers.includes(variable)))
  const args = ['--yes', '--prefer-offline', `--package=@tabularium/demo@${version}`, '--', 'tabularium-demo', question]
  const output = await runTool('npx', args, { env, folder, signal })
  return output.trim().split('\n').at(-1) ?? ''
}
