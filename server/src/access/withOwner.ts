import type { RecordCall } from '../call/Call.ts'
import { keyModel } from '../model/builtIn/names.ts'

/** An API key that names no user is for who makes it. */
export function withOwner(call: RecordCall, userId: number): RecordCall {
  if (call.operation !== 'create' || call.model !== keyModel || Object.hasOwn(call.sent, 'user')) return call
  return { ...call, sent: { ...call.sent, user: { id: userId } } }
}
