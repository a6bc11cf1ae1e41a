/** The name of the parameter that says as whom an administrator looks: every address has it while that lasts. */
const name = 'as'

/** The user as whom an address looks; empty for oneself. */
export function readAs(address: string): string {
  return new URL(address, 'http://console.invalid').searchParams.get(name) ?? ''
}

/** An address as it is looked at as another user. One that says so itself stays as it is. */
export function withAs(address: string, as: string): string {
  if (as === '' || readAs(address) !== '') return address
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: as })}`
}
