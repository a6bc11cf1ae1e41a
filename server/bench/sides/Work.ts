/** The works that are measured for every side that supports them. */
export const works = ['read', 'point read', 'page', 'page with total', 'first page', 'create', 'update'] as const

export type Work = (typeof works)[number]

/** A description of each work. */
export const meaningOf: Readonly<Record<Work, string>> = {
  read: 'look up the session, and read a record by its id, any of them',
  'point read': 'the row alone, without a session and without what the record refers to: by pgbench only',
  page: '20 records from one of the first 50 pages: services also progress the exact total, pgbench does not',
  'page with total': 'the same by pgbench, with count(*) as a second statement',
  'first page': 'the same page for everybody',
  create: 'one new record: Tabularium also writes its journal and counts',
  update: 'two fields of a record, where its version is the one that was sent: Tabularium also writes its journal',
}

/** Whether a work writes. */
export function isWrite(work: Work): boolean {
  return work === 'create' || work === 'update'
}
