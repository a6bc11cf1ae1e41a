/** Whether clients reach the service by https. */
export function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

/** The origins of the service itself: the public address, or this machine under each of its names if there is none. */
export function ownOrigins(publicUrl: string | undefined, port: string): string[] {
  if (publicUrl) return [new URL(publicUrl).origin]
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin)
}
