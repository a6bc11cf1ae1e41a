import { findPasswordFault } from '../session/passwordRules.ts'
import { readCommonPasswords } from '../session/readCommonPasswords.ts'
import { CommandFailure } from './CommandFailure.ts'
import type { Context } from './Context.ts'

/** Reads a new password from standard input or, on a terminal, twice without showing it. It is never an argument. */
export async function readPassword(context: Context, username: string, fromStdin: boolean): Promise<string> {
  const password = fromStdin ? await readAll(context) : await prompt(context)
  const fault = findPasswordFault(password, username, await readCommonPasswords())
  if (fault !== undefined) throw new CommandFailure('usage', `The password ${fault}.`)
  return password
}

/** Longer than any password. A large file that is piped in by mistake is not read completely. */
const maxLength = 10_000

async function readAll({ stdin }: Context): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk))
    length += chunk.length
    if (length > maxLength) break
  }
  const text = decode(Buffer.concat(chunks)).replace(/\r?\n$/, '')
  if (/[\r\n]/.test(text))
    throw new CommandFailure('usage', 'The password must be one line: standard input holds several.')
  return text
}

async function prompt(context: Context): Promise<string> {
  if (!context.stdin.isTTY)
    throw new CommandFailure(
      'usage',
      'There is no terminal to ask for a password: pipe it in and add --password-stdin.',
    )
  // Raw mode starts before the first question, so that letters typed early are not shown either.
  context.stdin.setRawMode?.(true)
  try {
    const first = await ask(context, 'Password: ')
    if ((await ask(context, 'The same again: ')) === first) return first
    throw new CommandFailure('usage', 'The two passwords differ: try again.')
  } finally {
    context.stdin.setRawMode?.(false)
  }
}

const [interrupt, end, backspace, erase, wipe] = [3, 4, 8, 127, 21]

/** Reads one line byte by byte. The terminal is in raw mode, so it shows nothing. Later input stays in the stream. */
async function ask({ stdin, stderr }: Context, question: string): Promise<string> {
  stderr.write(question)
  const typed: number[] = []
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.from(chunk)
      for (const [index, byte] of bytes.entries()) {
        if (byte === 13 || byte === 10) {
          if (index + 1 < bytes.length) stdin.unshift(bytes.subarray(index + 1))
          return decode(Buffer.from(typed))
        }
        if (byte === interrupt || byte === end) throw new CommandFailure('failure', 'Nothing was changed.')
        if (byte === backspace || byte === erase) dropCharacter(typed)
        else if (byte === wipe) typed.length = 0
        else typed.push(byte)
      }
    }
    throw new CommandFailure('failure', 'The terminal was closed. Nothing was changed.')
  } finally {
    stderr.write('\n')
  }
}

/** Removes the last character, which can have several bytes in UTF-8. */
function dropCharacter(bytes: number[]): void {
  let byte = bytes.pop()
  while (byte !== undefined && (byte & 0xc0) === 0x80) byte = bytes.pop()
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new CommandFailure('usage', 'The password must be UTF-8 text.')
  }
}
