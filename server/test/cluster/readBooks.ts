import type { Books, JournalEntry } from '../harness/journalChecker.ts'
import { until } from '../harness/poll.ts'
import type { Host } from './Host.ts'
import type { PatroniCluster } from './PatroniCluster.ts'

/** The journal rows and the records of one load, which are known by its name, as one host has them. */
export async function readBooks(cluster: PatroniCluster, host: Host, name: string): Promise<Books> {
  const [row] = await cluster.query<{ entries: JournalEntry[] | null; records: [number, number, string][] | null }>(
    host,
    `select
       (select json_agg(json_build_object(
                 'record', record, 'version', version, 'operation', operation, 'changes', changes))
        from tabularium.journal
          join tabularium.models on models.number = journal.model
        where models.name = 'com.example.contacts.Contact'
          and (changes->'firstName'->>0 like $1 or changes->'firstName'->>1 like $1)) as entries,
       (select json_agg(json_build_array(id, version, first_name))
        from record.com_example_contacts_contact
        where first_name like $1) as records`,
    [`${name}:%`],
  )
  const records = (row?.records ?? []).map(([id, version, value]) => [id, { version, value }] as const)
  return { entries: row?.entries ?? [], records: new Map(records) }
}

/** Waits until all hosts have the same rows, also the one that was the primary. Returns those that never do. */
export async function findDifferentHosts(cluster: PatroniCluster): Promise<string[]> {
  const digests = () =>
    Promise.all(
      cluster.hosts.map(async (host) => {
        const [row] = await cluster.query<{ digest: string }>(
          host,
          `select (select md5(string_agg(position || ' ' || record || ' ' || version, ',' order by position))
                   from tabularium.journal)
             || (select md5(string_agg(id || ' ' || version, ',' order by id))
                 from record.com_example_contacts_contact) as digest`,
        )
        return row?.digest
      }),
    )
  let different = cluster.hosts
  // A host that is rewound restarts once more after it was a member again.
  const same = async () => {
    const [first, ...others] = await digests().catch(() => [])
    if (first === undefined) return false
    different = cluster.hosts.slice(1).filter((_, index) => others[index] !== first)
    return different.length === 0
  }
  await until('all hosts have the same rows', same, { within: 30_000, every: 300 }).catch(() => {})
  return different.map(({ name }) => name)
}
