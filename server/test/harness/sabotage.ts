import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A copy of the sources in which one thing is broken. */
export interface Sabotaged {
  readonly main: string
  remove(): Promise<void>
}

/** Copies the sources and replaces a text in one file, so that a test can show what happens without it. */
export async function sabotage(file: string, text: string, instead: string): Promise<Sabotaged> {
  const server = fileURLToPath(import.meta.resolve('../..'))
  const folder = await mkdtemp(join(tmpdir(), 'tabularium-sabotage-'))
  const remove = () => rm(folder, { recursive: true })
  for (const part of ['bin', 'src', 'package.json'])
    await cp(join(server, part), join(folder, 'server', part), { recursive: true })
  await symlink(join(server, '..', 'node_modules'), join(folder, 'node_modules'))
  const target = join(folder, 'server/src', file)
  const source = await readFile(target, 'utf8')
  if (source.split(text).length !== 2) throw new Error(`${file} must have this once, to be taken out: ${text}`)
  await writeFile(
    target,
    source.replace(text, () => instead),
  )
  return { main: join(folder, 'server/bin/tabularium.js'), remove }
}
