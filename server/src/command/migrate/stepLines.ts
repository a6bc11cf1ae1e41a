import type { Step } from '../../schema/Step.ts'
import type { Context, Output } from '../Context.ts'
import { paint } from '../output.ts'

/** Whether a step is one line: it has no SQL to show, loses nothing and can be done. */
export function isFolded({ statements, loses, blocked, notes = [] }: Step): boolean {
  return statements.length === 0 && notes.length === 0 && loses === undefined && blocked === undefined
}

function forHowLong({ lockSeconds }: Step): string {
  return lockSeconds === undefined ? '' : `; for about ${lockSeconds} s, which needs --allow-lock`
}

/** A step as people read it: its title, its lock, what it loses, and its SQL. */
export function stepLines(step: Step, number: number, output: Output, context: Pick<Context, 'env'>): string[] {
  const warn = (text: string) => paint(output, context, 'red', text)
  const title = `${number}. ${paint(output, context, 'bold', step.title)}`
  if (isFolded(step)) return [title]
  return [
    title,
    `   lock: ${step.lock}${step.rewrites ? '; the whole table is written anew' : ''}${forHowLong(step)}`,
    ...(step.loses === undefined ? [] : [`   ${warn(`data loss: ${step.loses}`)}`]),
    ...(step.blocked === undefined ? [] : [`   ${warn(`cannot be done: ${step.blocked}`)}`]),
    ...(step.notes ?? []).map((note) => `   note: ${note}`),
    ...step.statements.flatMap((statement) => `${statement};`.split('\n').map((line) => `     ${line}`)),
  ]
}
