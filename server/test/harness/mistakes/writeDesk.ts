import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as library from '../../../src/index.ts'
import { desk } from './desk.ts'

/** A change of one file: what is right and there once, and what is written in its place. */
export interface Change {
  readonly file: string
  readonly right: string
  readonly wrong: string
}

const address = JSON.stringify(import.meta.resolve('../../../src/index.ts'))
const imports = `import { ${Object.keys(library).join(', ')} } from ${address}\n`

/** Writes the desk, perhaps with a change, into a new folder below another one: Node imports a file once. */
export async function writeDesk(home: string, change?: Change): Promise<string> {
  const folder = await mkdtemp(join(home, 'desk-'))
  if (change && !Object.hasOwn(desk, change.file)) throw new Error(`The desk has no ${change.file}.`)
  const written = Object.entries(desk).map(([file, text]) =>
    writeFile(join(folder, file), imports + (change?.file === file ? replaceOnce(text, change) : text)),
  )
  await Promise.all(written)
  return folder
}

function replaceOnce(text: string, { file, right, wrong }: Change): string {
  if (text.split(right).length !== 2) throw new Error(`${file} must have ${JSON.stringify(right)} once.`)
  return text.replace(right, () => wrong)
}
