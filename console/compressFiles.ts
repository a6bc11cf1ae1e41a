import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** A compressed form must save at least this part. */
const worthwhile = 0.9
const forms = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Writes the compressed forms of each file beside it, so that the service need not make them at each start. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const names = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  await Promise.all(names.map((name) => compressFile(name)))
}

async function compressFile(name: string): Promise<void> {
  const plain = await readFile(name)
  for (const [form, compress] of Object.entries(forms)) {
    const made = await compress(plain)
    if (made.length < plain.length * worthwhile) await writeFile(`${name}.${form}`, made)
  }
}
