import { contactsExample } from './contactsExample.ts'
import type { Example } from './Example.ts'
import { ordersExample } from './ordersExample.ts'

const examples = [contactsExample, ordersExample]

/** The names of the examples; the first is the default. */
export const exampleNames = examples.map(({ name }) => name)

/** Finds an example by its name. */
export function requireExample(name: string): Example {
  const example = examples.find((one) => one.name === name)
  if (!example) throw new Error(`There is no example "${name}": choose ${exampleNames.join(' or ')}.`)
  return example
}
