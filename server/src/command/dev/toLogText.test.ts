import { describe, expect, it } from 'vitest'
import { toLogText } from './toLogText.ts'

describe('toLogText', () => {
  it('writes the message, members and the beginning of an error', () => {
    const err = { type: 'TypeError', message: 'no', stack: ['at a', 'at b', 'at c', 'at d', 'at e', 'at f'] }
    const line = { level: 'error', time: 'x', requestId: 'r1', steps: ['a'], err, msg: 'internal failure' }
    expect(toLogText(JSON.stringify(line))).toBe(
      'error: internal failure requestId=r1 steps=["a"]\n' +
        '  TypeError: no\n    at a\n    at b\n    at c\n    at d\n    at e\n',
    )
  })
})
