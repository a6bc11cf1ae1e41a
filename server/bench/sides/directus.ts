import type { Parts } from './Parts.ts'
import type { Side } from './Side.ts'

export async function startDirectus({ tell }: Parts): Promise<Side | undefined> {
  tell('not yet')
  return undefined
}
