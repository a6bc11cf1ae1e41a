import { basename } from 'node:path'
import type { ProjectFile } from './templateFiles.ts'

/** The name of the package for a folder: what npm accepts as a name, and not the name of a dependency. */
export function toPackageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 100)
  return name === '' || name === 'tabularium' || name === 'node_modules' ? 'tabularium-project' : name
}

/** The templates with the name of the project and the version of Tabularium that it depends on. */
export function toProjectFiles(templates: readonly ProjectFile[], name: string, version: string): ProjectFile[] {
  return templates.map(({ path, text }) => {
    if (path === 'package.json') return { path, text: toManifest(text, name, version) }
    return { path, text: path === 'README.md' ? text.replace(/^# .*/, `# ${name}`) : text }
  })
}

function toManifest(text: string, name: string, version: string): string {
  const manifest = JSON.parse(text) as { dependencies: Record<string, string> }
  const dependencies = { ...manifest.dependencies, tabularium: `^${version}` }
  return `${JSON.stringify({ ...manifest, name, dependencies }, null, 2)}\n`
}
