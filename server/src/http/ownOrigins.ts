/** Whether people reach the service by https. */
export function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

/** Ours is the public address; without one, this machine under each of its names. */
export function ownOrigins(publicUrl: string | undefined, port: string): string[] {
  if (publicUrl) return [new URL(publicUrl).origin]
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin)
}
