import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of a new project. */
export interface ProjectFile {
  /** Relative to the folder of the project, with slashes. */
  readonly path: string
  readonly text: string
}

/** The folder of the templates, which has the same place in a clone and in the published package. */
const folder = fileURLToPath(new URL('../../../templates/project', import.meta.url))

/** npm leaves files of these names out of a package, so the templates have other names. */
const renamed: Readonly<Record<string, string>> = { gitignore: '.gitignore' }

/** The path in a project. In the published package a template's name ends with `.template`. */
export function toProjectPath(template: string): string {
  const path = template.replaceAll('\\', '/').replace(/\.template$/, '')
  return renamed[path] ?? path
}

/** Reads the files of a new project as they are in the templates, in the order of their names. */
export async function readTemplates(): Promise<ProjectFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return await Promise.all(
    paths.sort().map(async (path) => {
      return { path: toProjectPath(relative(folder, path)), text: await readFile(path, 'utf8') }
    }),
  )
}
