/**
 * Takes the answer to a request that the page sent before the program was loaded (`early.js`): once, because the next
 * one wants a new answer.
 */
export function takeEarly(
  input: RequestInfo | URL,
  answers: Map<string, Promise<Response>>,
): Promise<Response> | undefined {
  if (typeof input !== 'string') return undefined
  const { pathname, search } = new URL(input, 'http://service')
  const answer = answers.get(pathname + search)
  answers.delete(pathname + search)
  return answer
}
