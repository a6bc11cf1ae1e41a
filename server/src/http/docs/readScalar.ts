import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The package that shows OpenAPI documents. */
export const scalarPackage = '@scalar/api-reference'

/** Reads the script of Scalar, if the package is installed in the folder or above it; undefined otherwise. */
export async function readScalar(folder: string): Promise<Buffer | undefined> {
  const file = findScript(folder)
  return file === undefined ? undefined : await readFile(file)
}

function findScript(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(`${scalarPackage}/browser/standalone.js`)
  } catch {
    return undefined
  }
}
