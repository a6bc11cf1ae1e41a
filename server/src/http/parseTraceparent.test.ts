import { expect, it } from 'vitest'
import { parseTraceparent } from './parseTraceparent.ts'

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

it('takes the ids and the flags, also of a later version', () => {
  expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, flags: 1 })
  expect(parseTraceparent(`cc-${traceId}-${spanId}-00-what-comes`)).toEqual({ traceId, spanId, flags: 0 })
})

it.each([
  undefined,
  '',
  [`00-${traceId}-${spanId}-01`],
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId}-${spanId}-1`,
  `cc-${traceId}-${spanId}-01-${'x'.repeat(600)}`,
])('ignores %j', (header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})
