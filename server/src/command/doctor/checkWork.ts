import type { Query } from '../../schema/RecordState.ts'
import { lateRequestsStatement } from '../../statement/service/linkOrders.ts'
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

/** What is set of mails. */
export interface MailSettings {
  readonly hasServer: boolean
  /** Whether there is an address that links lead to. */
  readonly hasAddress: boolean
}

/** Finds mails that wait because there is no mail server, and links that would lead nowhere. */
export async function checkMails(query: Query, { hasServer, hasAddress }: MailSettings): Promise<Finding[]> {
  const [waiting] = hasServer ? [] : await query(waitingMailsStatement)
  const [asked] = await query(lateRequestsStatement)
  return [
    ...found(waiting?.count, {
      what: `${waiting?.count} mails wait to be sent.`,
      why: 'There is no mail server.',
      advice: ['Set smtpUrl and mailFrom, and start tabularium serve or tabularium work again.'],
    }),
    ...found(asked?.count, {
      what: `${asked?.count} people asked for a link by mail, and have waited for more than 15 minutes.`,
      why: 'No process looks up who they are.',
      advice: ['Look whether tabularium serve or tabularium work runs with smtpUrl, mailFrom and publicUrl.'],
    }),
    ...found(hasServer && !hasAddress ? '1' : '0', {
      what: 'Mails have no links that people can follow.',
      why: 'There is no publicUrl: without it links lead to this machine, or there are none.',
      advice: ['Set publicUrl to the address of the service in browsers, such as https://records.example.com.'],
    }),
  ]
}

function found(count: string | null | undefined, finding: Omit<Finding, 'check'>): Finding[] {
  return count === undefined || count === null || count === '0' ? [] : [{ check: 'work', ...finding }]
}
