/** The codes of all failures. A code never changes its meaning, and a retired code is never used again. */
export const codes = [
  'malformed-json',
  'invalid-parameter',
  'invalid-record',
  'version-required',
  'id-mismatch',
  'link-invalid',
  'wrong-credentials',
  'factor-required',
  'login-refused',
  'session-required',
  'cross-origin',
  'not-permitted',
  'confirmation-required',
  'unknown-path',
  'unknown-model',
  'unknown-action',
  'record-not-found',
  'version-not-found',
  'method-not-allowed',
  'version-conflict',
  'not-unique',
  'overlaps',
  'limit-reached',
  'still-referenced',
  'key-in-use',
  'too-many-affected',
  'not-undoable',
  'changes-gone',
  'body-too-large',
  'unsupported-media-type',
  'key-reused',
  'refused',
  'too-many-attempts',
  'unavailable',
  'internal',
] as const

/** The code of a failure. */
export type Code = (typeof codes)[number]

/** The codes of records that other records do not allow: their answers have one form. */
export const clashCodes = ['not-unique', 'overlaps', 'limit-reached'] as const satisfies readonly Code[]

/** The code of a clash. */
export type ClashCode = (typeof clashCodes)[number]

/** Whether a failure of this code says that other records do not allow a record. */
export function isClash(code: Code): code is ClashCode {
  return clashCodes.some((clash) => clash === code)
}

/** The `status` of the envelope by code. */
export const statusOf: Record<Code, number> = {
  'malformed-json': -1,
  'invalid-parameter': -1,
  'invalid-record': -4,
  'version-required': -4,
  'id-mismatch': -4,
  'link-invalid': -1,
  'wrong-credentials': -5,
  'factor-required': -5,
  'login-refused': -5,
  'session-required': -7,
  'cross-origin': -1,
  'not-permitted': -1,
  'confirmation-required': -1,
  'unknown-path': -1,
  'unknown-model': -1,
  'unknown-action': -1,
  'record-not-found': -1,
  'version-not-found': -1,
  'method-not-allowed': -1,
  'version-conflict': -1,
  'not-unique': -1,
  overlaps: -1,
  'limit-reached': -1,
  'still-referenced': -1,
  'key-in-use': -1,
  'too-many-affected': -1,
  'not-undoable': -1,
  'changes-gone': -1,
  'body-too-large': -1,
  'unsupported-media-type': -1,
  'key-reused': -1,
  refused: -1,
  'too-many-attempts': -6,
  unavailable: -100,
  internal: -1,
}

/** A short name for people, the same for every failure of one code. */
export const titleOf: Record<Code, string> = {
  'malformed-json': 'Malformed JSON',
  'invalid-parameter': 'Invalid parameter',
  'invalid-record': 'Invalid record',
  'version-required': 'Version required',
  'id-mismatch': 'Two different ids',
  'link-invalid': 'Link not valid',
  'wrong-credentials': 'Wrong credentials',
  'factor-required': 'Second step required',
  'login-refused': 'Login refused',
  'session-required': 'Session required',
  'cross-origin': 'Request from another site',
  'not-permitted': 'Not permitted',
  'confirmation-required': 'Confirmation required',
  'unknown-path': 'Unknown path',
  'unknown-model': 'Unknown model',
  'unknown-action': 'Unknown action',
  'record-not-found': 'Record not found',
  'version-not-found': 'Version not found',
  'method-not-allowed': 'Method not allowed',
  'version-conflict': 'Version conflict',
  'not-unique': 'Not unique',
  overlaps: 'Overlaps',
  'limit-reached': 'Limit reached',
  'still-referenced': 'Still referenced',
  'key-in-use': 'Key in use',
  'too-many-affected': 'Too many affected',
  'not-undoable': 'Not undoable',
  'changes-gone': 'Changes gone',
  'body-too-large': 'Body too large',
  'unsupported-media-type': 'Unsupported media type',
  'key-reused': 'Key reused',
  refused: 'Refused',
  'too-many-attempts': 'Too many attempts',
  unavailable: 'Unavailable',
  internal: 'Internal error',
}

/** What is known about the write of a failed request: it was not applied, or that is not known. */
export type WriteOutcome = 'not-applied' | 'unknown'
