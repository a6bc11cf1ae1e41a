import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient } from '../buildClient.ts'

const here = fileURLToPath(import.meta.resolve('.'))

/** Puts the suite into a folder as plain JavaScript, with the client as published: what every platform runs. */
export async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const built = await buildClient(join(folder, 'built'))
  await cp(join(built, 'index.min.js'), join(folder, 'client.js'))
  await cp(join(built, 'changes.js'), join(folder, 'changes.js'))
  const files = await readdir(here)
  await Promise.all(files.map((file) => (file.endsWith('.ts') ? toJavaScript(file, folder) : Promise.resolve())))
  await cp(join(here, 'page.html'), join(folder, 'page.html'))
}

async function toJavaScript(file: string, folder: string): Promise<void> {
  const code = stripTypeScriptTypes(await readFile(join(here, file), 'utf8'))
    .replaceAll("'@tabularium/client'", "'./client.js'")
    .replaceAll("'@tabularium/client/changes'", "'./changes.js'")
    .replaceAll(/from '(\.\/\w+)\.ts'/g, "from '$1.js'")
  await writeFile(join(folder, file.replace(/\.ts$/, '.js')), code)
}
