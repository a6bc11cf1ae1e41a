import { createInterface, type Interface } from 'node:readline'
import type { Context } from '../Context.ts'
import type { Answer } from './Task.ts'

/** Lines that people type. */
export interface Answers {
  /** Whether the user may answer now. Otherwise the terminal is not read: the command may run in the background. */
  expect(wanted: boolean): void
  close(): void
}

/** Reads `apply` and `keep` from standard input while they are expected. */
export function readAnswers({ stdin, stderr }: Context, onAnswer: (answer: Answer) => void): Answers {
  let lines: Interface | undefined
  let expected = false
  const onLine = (line: string) => {
    const word = line.trim()
    if (!expected || word === '') return
    if (word === 'apply' || word === 'keep') onAnswer(word)
    else stderr.write(`Type apply or keep; ${JSON.stringify(word.slice(0, 40))} is neither.\n`)
  }
  return {
    expect: (wanted) => {
      expected = wanted
      if (wanted) lines ??= createInterface({ input: stdin, terminal: false }).on('line', onLine)
    },
    close: () => lines?.close(),
  }
}
