import type { Query } from '../../schema/RecordState.ts'
import { webhookTroubleStatement } from '../../statement/service/webhooks.ts'
import type { Finding } from './Finding.ts'

/** Finds webhooks that send nothing, whose receiver has failed for long, or that have parked deliveries. */
export async function checkWebhooks(query: Query): Promise<Finding[]> {
  const rows = await query(webhookTroubleStatement())
  return rows.map(({ id, name, fault, failing, parked }) => {
    const what =
      fault !== null && fault !== undefined
        ? `The webhook ${name} sends nothing: ${fault}.`
        : Number(parked) > 0
          ? `The webhook ${name} has ${parked} parked deliveries.`
          : `No delivery of the webhook ${name} has arrived since ${failing}.`
    return {
      check: 'webhooks' as const,
      what,
      why: 'Its receiver does not know of changes that have happened.',
      advice: [fault === 'changes-gone' ? startAgain(id) : fixAndResend(id)],
    }
  })
}

type Id = string | null | undefined

function fixAndResend(id: Id): string {
  return `Look at GET /ws/webhooks/${id}, fix the reason, then POST /ws/webhooks/${id}/resend.`
}

function startAgain(id: Id): string {
  return (
    'The journal does not have what follows any more. Let the receiver read the records again, and ' +
    `POST /ws/webhooks/${id}/resend with {"data": {"since": "…"}}: the webhook goes on from that moment.`
  )
}
