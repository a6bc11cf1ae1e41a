/** Why a provider's answer opens no session. */
export type ProviderRefusal = 'provider-refused' | 'invalid-token' | 'client-refused'

/** A provider's answer that opens no session. The message is for the log. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused'
  readonly reason: ProviderRefusal

  constructor(reason: ProviderRefusal, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
