import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The relative path of the contacts example: in a clone, and in the published package. */
const places = ['../../../../examples/contacts', '../../../examples/contacts']

/** The folder of the contacts example. */
export async function exampleFolder(): Promise<string> {
  for (const place of places) {
    const folder = fileURLToPath(new URL(place, import.meta.url))
    const there = await access(folder).then(
      () => true,
      () => false,
    )
    if (there) return folder
  }
  throw new Error('The contacts example is not where it was installed: install the package again.')
}
