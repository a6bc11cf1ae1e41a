import type { Context } from '../Context.ts'
import { paint } from '../output.ts'

/** At a terminal, says in words where the service answers: the log is for programs. */
export function sayAddress(context: Pick<Context, 'stderr' | 'env'>, at: { url: string; healthUrl: string }): void {
  const { stderr } = context
  if (!stderr.isTTY) return
  const bold = (text: string) => paint(stderr, context, 'bold', text)
  stderr.write(`Tabularium serves at ${bold(at.url)}, and says at ${bold(`${at.healthUrl}/ready`)} whether it can. `)
  stderr.write('Ctrl-C ends it.\n')
}
