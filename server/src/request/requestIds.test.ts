import { expect, test } from 'vitest'
import { isServiceRequestId, serviceRequestId, throughOf } from './requestIds.ts'

test.each([
  ['5XQHkrl0', false, 'session'],
  ['5XQHkrl0', true, 'key'],
  ['oidc-company-5XQHkrl0', false, 'oidc:company'],
  ['oidc-company-two-5XQHkrl0', false, 'oidc:company-two'],
  ['oidc-gone-5XQHkrl0', false, 'oidc:unknown'],
  ['scim-5XQHkrl0', true, 'scim'],
  [serviceRequestId('command'), false, 'command'],
  [serviceRequestId('command', 'migrate'), false, 'migrate'],
  [serviceRequestId('job', 5, 'a.b'), true, 'job'],
])('%s (by a key: %s) was written through %s', (requestId, isByKey, through) => {
  expect(throughOf(requestId, isByKey, ['company-two', 'company'])).toBe(through)
  expect(throughOf(requestId, isByKey, ['company', 'company-two'])).toBe(through)
})

test.each(['command', 'job:1', 'Command:x', 'oidc-company-1', 'SCIM-1', 'scim-'])(
  '%s is not a client’s',
  (requestId) => {
    expect(isServiceRequestId(requestId)).toBe(true)
  },
)

test.each(['commands', 'my-oidc-1', 'scimitar', '1'])('%s may be a client’s', (requestId) => {
  expect(isServiceRequestId(requestId)).toBe(false)
})
