/** Browsers by what they say; those that claim to be others come first. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The browser and the system of a user agent; undefined if it is none of those that people know. */
export function readAgent(agent: string): { readonly browser: string; readonly system: string } | undefined {
  const [browser] = browsers.find(([, shape]) => shape.test(agent)) ?? []
  const [system] = systems.find(([, shape]) => shape.test(agent)) ?? []
  return browser === undefined || system === undefined ? undefined : { browser, system }
}
