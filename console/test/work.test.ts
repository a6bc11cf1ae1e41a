import { expect, it } from 'vitest'
import { recordOf } from '../../server/test/harness/client.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
const Job = 'tabularium.Job'

/** A job in the midst of its life. */
async function addJob(values: Readonly<Record<string, unknown>>): Promise<number> {
  const [made] = await stage.database.query<{ id: number }>(
    `insert into record.tabularium_job
       (id, version, created_on, updated_on, name, state, due_on, progress, note, failures, error)
     select nextval('record.tabularium_job_ids'), 0, now(), now(), 'com.example.contacts.sync', given.state,
       now() + interval '1 hour', given.progress, given.note, coalesce(given.failures, 0), given.error
     from jsonb_to_record($1::jsonb) as given (state text, progress int, note text, failures int, error text)
     returning id::int`,
    [JSON.stringify(values)],
  )
  return made?.id ?? 0
}

it('a failed job says why, and is tried again', async () => {
  const id = await addJob({ state: 'failed', failures: 12, error: 'The mail server said 550: no such user.' })
  const ada = await visit()
  await ada.arrive(`/r/${Job}/${id}`)
  await ada.page.getByText('It failed 12 times.').waitFor()
  await ada.page.locator('.work').getByText('The mail server said 550').waitFor()
  await ada.expectAccessible('.record')
  await ada.button('Try again').click()
  await ada.page.getByText('The job will be tried again').waitFor()
  expect(recordOf(await stage.client.read(Job, id))).toMatchObject({ version: 1 })
})

it('a running job shows its progress as it goes on', async () => {
  const id = await addJob({ state: 'running', progress: 40, note: 'Sending' })
  const ada = await visit()
  await ada.arrive(`/r/${Job}/${id}`)
  await ada.page.getByRole('progressbar', { name: '40 %' }).waitFor()
  await stage.database.query('update record.tabularium_job set progress = 70 where id = $1', [id])
  await ada.page.getByRole('progressbar', { name: '70 %' }).waitFor()
})
