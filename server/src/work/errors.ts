/**
 * A reaction is followed by another process, or its cursor is not where this one read it. Nothing was written, and
 * nothing is wrong: its position is read anew.
 */
export class CursorMoved extends Error {
  override readonly name = 'CursorMoved'
}

/** Another process took over the job that this one was running. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
