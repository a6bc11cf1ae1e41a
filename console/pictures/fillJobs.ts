import type { Cluster } from '../../server/test/harness/Cluster.ts'

const jobs = [
  {
    name: 'com.example.contacts.sync',
    state: 'failed',
    failures: 12,
    error: '550 5.1.1 ada@lovelace.example: no such user',
  },
  { name: 'com.example.contacts.export', state: 'running', progress: 62, note: 'Writing page 31 of 50' },
  { name: 'com.example.contacts.greet', state: 'done' },
]

/** Jobs in the midst of their lives. */
export async function fillJobs(cluster: Cluster): Promise<void> {
  await cluster.query(
    `insert into record.tabularium_job
       (id, version, created_on, updated_on, name, state, due_on, progress, note, tries, failures, error)
     select nextval('record.tabularium_job_ids'), 0, now(), now(), name, state, now() + interval '1 day', progress,
       note, coalesce(failures, 1), coalesce(failures, 0), error
     from jsonb_to_recordset('${JSON.stringify(jobs)}')
       as given (name text, state text, progress int, note text, failures int, error text)`,
  )
}
