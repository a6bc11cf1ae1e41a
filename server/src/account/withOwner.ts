import type { CreateCall } from '../call/Call.ts'
import { keyModel } from '../model/builtIn/names.ts'

/** Makes the caller the owner of a new API key that names no user. */
export function withOwner(call: CreateCall, userId: number): CreateCall {
  if (call.model !== keyModel || Object.hasOwn(call.sent, 'user')) return call
  return { ...call, sent: { ...call.sent, user: { id: userId } } }
}
