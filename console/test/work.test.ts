import { expect, it } from 'vitest'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { makeRole, makeUser } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useReceiver } from '../../server/test/harness/useReceiver.ts'
import { useService } from '../../server/test/harness/useService.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole(useService({ releaseInterval: '10ms', webhookNetworks: '127.0.0.1' }))
const receiver = useReceiver()
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
  expect(await ada.page.locator('.work time').textContent()).toMatch(/^(now|\d+ seconds? ago|1 minute ago)$/)
  expect(await ada.page.locator('.work time').getAttribute('title')).toMatch(/\d{4}, \d+:\d\d/)
  await ada.expectAccessible('.record')
  await ada.page.locator('.work').getByRole('button', { name: 'Discard' }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await ada.button('Try again').click()
  await ada.page.getByText('The job will be tried again').waitFor()
  expect(recordOf(await stage.client.read(Job, id))).toMatchObject({ version: 1 })
})

it('a failed job that one may only read is locked, and says why', async () => {
  const role = await makeRole(stage.client, 'watcher', [{ model: Job, read: true }])
  await makeUser(stage.client, 'walt', [role], { password: admin.password })
  const id = await addJob({ state: 'failed', failures: 12, error: 'no such user' })
  const walt = await visit()
  await walt.arrive(`/r/${Job}/${id}`, 'walt')
  const work = walt.page.locator('.work')
  await work.getByRole('button', { name: 'Try again: you may not. Why?' }).focus()
  await walt.page.keyboard.press('Enter')
  await walt.page.getByRole('dialog', { name: /change/i }).waitFor()
  await walt.page.keyboard.press('Escape')
  await work.getByRole('button', { name: 'Discard: you may not. Why?' }).focus()
  await walt.page.keyboard.press('Enter')
  await walt.page.getByRole('dialog', { name: /delete/i }).waitFor()
})

it('a running job shows its progress as it goes on', async () => {
  const id = await addJob({ state: 'running', progress: 40, note: 'Sending' })
  const ada = await visit()
  await ada.arrive(`/r/${Job}/${id}`)
  await ada.page.getByRole('progressbar', { name: '40 %' }).waitFor()
  await stage.database.query('update record.tabularium_job set progress = 70 where id = $1', [id])
  await ada.page.getByRole('progressbar', { name: '70 %' }).waitFor()
})

it('a webhook shows its secret once, is tested, and sends again what was parked', async () => {
  const ada = await visit()
  await ada.arrive('/r/tabularium.Webhook/new')
  await ada.field('Name').fill('Shop')
  await ada.field('Address').fill(`${receiver.url}/shop`)
  await ada.button('Choose models').click()
  await ada.page.getByRole('option', { name: 'Contact com.example.contacts' }).click()
  await ada.page.keyboard.press('Escape')
  await ada.page.getByRole('list', { name: 'Models' }).getByText('Contact').waitFor()
  await ada.button('Add a condition').click()
  // Only the record's own fields can be asked for.
  await ada.page.getByRole('option', { name: 'Last name' }).waitFor()
  expect(await ada.page.getByRole('option', { name: '›' }).count()).toBe(0)
  await ada.page.getByRole('option', { name: 'Last name' }).click()
  await ada.page.getByRole('textbox', { name: 'Value' }).fill('Hook')
  await ada.page.getByRole('textbox', { name: 'Value' }).press('Enter')
  await ada.button('Change the filter: Last name contains Hook').waitFor()
  await ada.expectAccessible('.record')
  await ada.page.keyboard.press('Control+s')
  const dialog = ada.page.getByRole('dialog', { name: 'The secret of Shop' })
  await dialog.getByText(/^whsec_/).waitFor()
  await dialog.getByRole('checkbox', { name: 'I have copied it' }).check()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await ada.page.getByText('Everything is delivered.').waitFor()
  expect(await ada.page.content()).not.toContain('whsec_')

  await ada.button('Send a test').click()
  await ada.page.getByText('The test was delivered').waitFor()
  receiver.answer = (_, response) => void response.writeHead(503).end('closed on Mondays')
  await ada.button('Send a test').click()
  await ada.page.getByText('The test was not delivered').waitFor()

  const { id } = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Hook' }))
  const refused = () => receiver.keysAt('/shop').includes(`${Contact}/${id}/0`)
  await until('the receiver has refused it', refused)
  // As after the last attempt, two days later.
  const park = `update tabularium.deliveries set parked = true, attempts = 10 where attempts > 0 returning 1`
  await until('it is parked', async () => (await stage.database.query(park)).length > 0)
  await ada.page.getByText('1 stopped').waitFor()
  const line = ada.page.locator('.work .page-line', { hasText: 'Ada Hook' })
  await line.getByText('status 503').waitFor()
  await ada.expectAccessible('.record')
  receiver.answer = undefined
  await line.getByRole('button', { name: 'Send again' }).click()
  await ada.page.getByText('1 delivery is sent again').waitFor()
  await ada.page.getByText('Everything is delivered.').waitFor()

  const before = receiver.keysAt('/shop').length
  await ada.button('Send again since…').click()
  const panel = ada.page.getByRole('dialog', { name: 'Send again since…' })
  await panel.getByRole('spinbutton').first().click()
  await ada.page.keyboard.type('01012026')
  await ada.page.keyboard.type('120000AM')
  await ada.expectAccessible('.work')
  await panel.getByRole('button', { name: 'Send again' }).click()
  await ada.page.getByText('Everything since then is sent again').waitFor()
  await until('it came again', () => receiver.keysAt('/shop').length > before)
})
