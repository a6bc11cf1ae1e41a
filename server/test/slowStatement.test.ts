import { describe, expect, it } from 'vitest'
import { Company } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ statementTimeout: '500ms' })

describe('a statement that itself takes longer than the limit of a statement', () => {
  it('is refused with that reason, and blames no other request', async () => {
    await stage.database.query(`create function public.slowly() returns trigger language plpgsql as
      $$ begin perform pg_sleep(5); return new; end $$`)
    await stage.database.query(`create trigger slowly before insert on record.com_example_contacts_company
      for each row execute function public.slowly()`)
    const reply = await stage.client.create(Company, { name: 'Slow' })
    expect(reply.status).toBe(503)
    expect(reply.text).toContain('This request took the database longer than one statement may take.')
    expect(reply.text).not.toContain('other requests')
  })
})
