import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the example's models. */
export const contactsFolder = fileURLToPath(import.meta.resolve('../../../examples/contacts'))

/** The folder of the orders example. */
export const ordersFolder = fileURLToPath(import.meta.resolve('../../../examples/orders'))

/** The entry point of the command line. */
export const ownMain = fileURLToPath(import.meta.resolve('../../bin/tabularium.js'))

/**
 * Starts the command line as a process, with the given environment and nothing of the test's but PATH, and what Node
 * compiled of the sources before. What a test that failed left running ends with the process of the tests.
 */
export function spawnTabularium(args: readonly string[], env: Record<string, string>, main = ownMain): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const compiled = NODE_COMPILE_CACHE === undefined || main !== ownMain ? {} : { NODE_COMPILE_CACHE }
  const child = spawn(process.execPath, [main, ...args], { env: { PATH, ...compiled, ...env }, stdio: 'pipe' })
  const end = () => child.kill()
  process.once('exit', end)
  child.once('close', () => process.off('exit', end))
  return child
}

/** Runs a command to its end. If it fails, throws its output. */
export async function runTabularium(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
  main?: string,
): Promise<string> {
  const child = spawnTabularium(args, env, main)
  const output: string[] = []
  child.stdout?.on('data', (chunk) => output.push(String(chunk)))
  child.stderr?.on('data', (chunk) => output.push(String(chunk)))
  child.stdin?.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`tabularium ${args.join(' ')} ended with ${code}: ${output.join('')}`)
  return output.join('')
}
