import { fileURLToPath } from 'node:url'

/** The sources of the service itself. */
const own = fileURLToPath(new URL('..', import.meta.url))

/** An error in one line for the developer of an application: its message, and the first line of their own code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const frame = findOwnFrame(error.stack ?? '')
  const where = frame === undefined ? '' : ` (${frame})`
  return `${error.name}: ${error.message}${where}`
}

function findOwnFrame(stack: string): string | undefined {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const found = frames.find((line) => !/node:|node_modules/.test(line) && !line.includes(own))
  return found
    ?.trim()
    .replace(/^at (?:async )?(?:.*\()?/, '')
    .replace(/\)$/, '')
    .replace('file://', '')
}
