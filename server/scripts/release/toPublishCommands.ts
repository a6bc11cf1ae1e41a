import { parseVersion } from './version.ts'

/** The commands that publish the packed files. A pre-release gets the tag `next`: nobody installs it unasked. */
export function toPublishCommands(version: string, files: readonly string[]): string[] {
  const channel = parseVersion(version)?.pre.length ? ' --tag next' : ''
  return files.map((file) => `npm publish --provenance --access public${channel} ./release/${version}/${file}`)
}
