import type { Query } from '../../schema/RecordState.ts'
import { waitingMailsStatement } from '../../statement/service/mails.ts'
import { workTroubleStatement } from '../../statement/service/work.ts'
import type { Finding } from './Finding.ts'

/** Finds jobs that failed, jobs that no process runs, and those of these reactions that can't continue. */
export async function checkWork(query: Query, reactions: readonly string[]): Promise<Finding[]> {
  const rows = await query(workTroubleStatement(reactions))
  return rows.map(({ trouble, name, count, error }) => {
    const isFailed = trouble === 'failed'
    const what = {
      failed: `${count} jobs of ${name} have failed.`,
      late: `${count} jobs of ${name} have waited for more than 15 minutes.`,
      stuck: `The reaction ${name} can't go on.`,
    }[trouble ?? '']
    return {
      check: 'work' as const,
      what: what ?? `${name} has a problem.`,
      why: error === null || error === undefined ? 'No process seems to run them.' : `The last error: ${error}`,
      advice: isFailed
        ? ['Fix the reason, then set their state to waiting: they are tried again. Or delete them.']
        : ['Look whether tabularium serve or tabularium work runs with the files that declare it, and at its log.'],
    }
  })
}

/** Finds mails that wait because there is no mail server. */
export async function checkMails(query: Query, hasServer: boolean): Promise<Finding[]> {
  const [row] = hasServer ? [] : await query(waitingMailsStatement)
  if (!row || row.count === '0') return []
  return [
    {
      check: 'work',
      what: `${row.count} mails wait to be sent.`,
      why: 'There is no mail server.',
      advice: ['Set smtpUrl and mailFrom, and start tabularium serve or tabularium work again.'],
    },
  ]
}
