import { CommandFailure } from './CommandFailure.ts'

/** Writes the file that `--output` names. */
export async function writeOutput(file: string, text: string): Promise<void> {
  const { writeFile } = await import('node:fs/promises')
  await writeFile(file, text).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure('failure', `${file} can't be written: ${reason}. Correct --output.`, error)
  })
}
