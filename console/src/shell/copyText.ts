/** Copies a text, and tells whether it was. Browsers have a clipboard on HTTPS and localhost alone. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
