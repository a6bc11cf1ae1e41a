import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Context } from '../Context.ts'

/** The program that installs packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** The package manager that runs this command, and npm if none does. All of them name themselves as npm does. */
export function packageManagerOf(env: Context['env']): PackageManager {
  const [, name] = /^(npm|pnpm|yarn|bun)\//.exec(env['npm_config_user_agent'] ?? '') ?? []
  return (name as PackageManager | undefined) ?? 'npm'
}

/** Installs the packages of a project. Throws what the program said if it fails. */
export async function installPackages(manager: PackageManager, folder: string, env: Context['env']): Promise<void> {
  const quiet = manager === 'npm' ? ['--no-audit', '--no-fund'] : []
  const child = spawn(manager, ['install', ...quiet], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(output.join('').trim() || `${manager} install ended with ${code}`)
}

/** Whether a folder finds the packages without installing them, as one inside a clone does. */
export function findsPackages(folder: string): boolean {
  try {
    createRequire(join(folder, 'package.json')).resolve('tabularium/package.json')
    return true
  } catch {
    return false
  }
}
