import { join } from 'node:path'

/** The folder of the built console: in a clone the output of its build, in the published package a copy of it. */
export function consoleFolder(): string {
  const isClone = import.meta.filename.endsWith('.ts')
  return join(import.meta.dirname, isClone ? '../../../../console/dist' : '../../../console')
}

/** What to do if the console is not built. */
export const notBuilt =
  'The console is not built here. In a clone, run npm run build:console and start the service again; the published ' +
  'package contains it. The setting console=false turns it off.'
