import { expect, it } from 'vitest'
import { sayAddress } from './sayAddress.ts'

/** What is printed where the address is said. */
function printedAt(isTTY: boolean, env: Record<string, string>): string {
  const written: string[] = []
  const stderr = { fd: 2, isTTY, write: (text: string) => void written.push(text) }
  sayAddress({ stderr, env }, { url: 'http://127.0.0.1:8080', healthUrl: 'http://127.0.0.1:8081' })
  return written.join('')
}

it('says the addresses in words at a terminal, and nothing in a pipe', () => {
  expect(printedAt(true, { NO_COLOR: '1' })).toBe(
    'Tabularium serves at http://127.0.0.1:8080, and says at http://127.0.0.1:8081/ready whether it can. ' +
      'Ctrl-C ends it.\n',
  )
  expect(printedAt(true, {})).toContain('\u001b[1mhttp://127.0.0.1:8080\u001b[0m')
  expect(printedAt(false, {})).toBe('')
})
