/** Another process took over the job that this one was running. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
