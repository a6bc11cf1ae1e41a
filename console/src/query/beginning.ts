import type { QueryFunctionContext } from '@tanstack/react-query'
import { keys } from './keys.ts'

/** Whether nothing was read yet from where the feed could go on: the answer should say it. */
export function isFirst({ client }: QueryFunctionContext): boolean {
  return client.getQueryData(keys.beginning) === undefined
}

/** Lets the feed begin where an answer was read, so that nothing between the two is missed. */
export function begin<Answer extends { readonly changes?: string | undefined }>(
  { client }: QueryFunctionContext,
  answer: Answer,
): Answer {
  if (answer.changes !== undefined) client.setQueryData<string>(keys.beginning, (before) => before ?? answer.changes)
  return answer
}
