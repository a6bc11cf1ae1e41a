/** Another process took over what this one was doing. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
