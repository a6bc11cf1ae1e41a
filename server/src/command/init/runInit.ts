import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { paint } from '../output.ts'
import { createProgress, type Progress } from '../progress.ts'
import { findsPackages, installPackages, type PackageManager, packageManagerOf } from './packageManager.ts'
import { readTemplates } from './templateFiles.ts'
import { toPackageName, toProjectFiles } from './toProjectFiles.ts'
import { writeProject } from './writeProject.ts'

export interface InitOptions {
  /** The folder as it was given. */
  readonly given: string
  readonly install: boolean
  readonly force: boolean
}

/** Writes a project, installs its packages, and prints the commands that come next. */
export async function runInit(context: Context, { given, install, force }: InitOptions): Promise<void> {
  const folder = resolve(context.folder, given)
  const target = relative(context.folder, folder)
  const manager = packageManagerOf(context.env)
  const progress = createProgress(context)
  const files = toProjectFiles(await readTemplates(), toPackageName(folder), context.version)
  await writeProject(folder, files, { force, shown: target || 'The current folder' })
  progress.note(`Wrote ${files.map(({ path }) => path).join(', ')}.`)
  const found = findsPackages(folder)
  const installed = found || (install && (await tryInstall(context, progress, manager, folder)))
  const [bold, dim] = (['bold', 'dim'] as const).map(
    (style) => (text: string) => paint(context.stdout, context, style, text),
  )
  const lines = nextCommands({ target, manager, installed })
  const hint = installed ? '' : howToInstall(context.version)
  context.stdout.write(`\nNext:\n\n${lines.map((line) => `  ${bold?.(line)}\n`).join('')}${dim?.(hint)}\n`)
  if (install && !installed) throw new CommandFailure('failure', '')
}

/** Whether the packages are installed. If not, the project is complete all the same, and the reason is shown. */
async function tryInstall(
  context: Context,
  progress: Progress,
  manager: PackageManager,
  folder: string,
): Promise<boolean> {
  try {
    await progress.step(`Install the packages with ${manager}`, () => installPackages(manager, folder, context.env))
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    progress.note(`${reason}\n\nThe project is written, but its packages are not installed.`)
    return false
  }
}

/** The three commands that come next. */
export function nextCommands({
  target,
  manager,
  installed,
}: {
  /** The folder of the project, relative to the working folder; empty if it is that one. */
  readonly target: string
  readonly manager: PackageManager
  readonly installed: boolean
}): string[] {
  const all = [
    ...(target === '' ? [] : [`cd ${quote(target)}`]),
    ...(installed ? [] : [`${manager} install`]),
    `${manager} run dev`,
    `${manager} test`,
    `${manager} run check`,
  ]
  return all.slice(0, 3)
}

/** A version that is not on npm can be installed from a clone, or from the files of a release. */
function howToInstall(version: string): string {
  if (!import.meta.url.endsWith('.ts'))
    return (
      `\nIf version ${version} is not on npm yet, install the files that npm run release:pack made in a clone:\n\n` +
      '  npm install CLONE/release/*/*.tgz\n'
    )
  const clone = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
  return (
    `\nThis Tabularium runs from a clone. If version ${version} is not on npm, install it from the clone:\n\n` +
    `  npm install ${quote(clone)}\n`
  )
}

/** A path as a word of a shell. */
function quote(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
