import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(import.meta.resolve('../scripts/build.ts'))

/** Builds the client as published, in a folder of the test: other tests pack `client/dist` at the same time. */
export async function buildClient(folder: string): Promise<string> {
  await promisify(execFile)(process.execPath, [script, folder])
  return folder
}
