/**
 * The messages about the database, one sentence a cause. docs/reference/errors.md has all of them.
 */
export const sentences = {
  unreachable: 'The database cannot be reached at the moment.',
  lost: 'The connection to the database was lost.',
  stopped: 'The database ended the connection, as when it is stopped or restarted.',
  readOnly: 'The database takes no writes at the moment, as while another host becomes the primary.',
  promoted: 'Another database host became the primary meanwhile.',
  exhausted: 'The database has no memory or no other resource left for this.',
  denied: 'The database denies access: the operator must check the address and the role in the settings.',
  crowded: 'Other requests use all database connections that are available for this kind of request.',
  occupied: 'No database connection became free in time: statements that take long use all of them.',
  slow: 'The database did not answer in time.',
  unreadable: 'The answer of the database could not be read.',
  stuck: 'Earlier writes still wait in the database for a lock or a standby.',
  unconfirmed: 'The commit was not confirmed by a standby, and may be lost if another host becomes the primary.',
  conflict: 'Other requests wrote the same records at the same time, and this one did not succeed in three attempts.',
  locked: 'Other requests held what this one needs for too long.',
  long: 'This request took the database longer than one statement may take.',
  changed:
    'The schema of the database has changed since this process was started. The operator must restart the process.',
  'disk full': 'The database has no space left on its disk: the operator must free some.',
  'no partition': "The journal has no partition for the current month of the database's clock. It is being created.",
} as const

/** Why a statement failed. */
export type Cause = keyof typeof sentences

/** What to do about a request that takes too long by itself: to send it again would not help. */
export const askForLess =
  'Ask for less at once, such as fewer records or fields, or narrow the search by a field that has an index.'
