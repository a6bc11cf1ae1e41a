import type { UnpublishableTable } from '../../schema/inspectPublications.ts'
import type { Finding } from './Finding.ts'

/** Findings about publications (logical replication) that stop writes of the service. */
export function checkPublications(tables: readonly UnpublishableTable[]): Finding[] {
  return tables.map(({ table, publication }) => ({
    check: 'replication',
    what: `The publication ${publication} has ${table}, which has no replica identity.`,
    why: 'PostgreSQL refuses to update that table or to delete from it: the service fails there.',
    advice: [`Run: alter table ${table} replica identity full`],
  }))
}
