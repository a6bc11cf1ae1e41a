import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The relative path of the examples: in the published package, and in a clone. */
const places = ['../examples', '../../examples']

/** The folder of an example. */
export async function exampleFolder(name = 'contacts'): Promise<string> {
  for (const place of places) {
    const folder = fileURLToPath(new URL(`${place}/${name}`, import.meta.url))
    const there = await access(folder).then(
      () => true,
      () => false,
    )
    if (there) return folder
  }
  throw new Error(`The ${name} example is not where it was installed: install the package again.`)
}
