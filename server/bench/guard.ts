import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { showTable } from './figures.ts'
import { checkOut, findOwnCommit, hasCommit } from './guard/checkOut.ts'
import { findWorse, type MeasuredRatio, measureAlone } from './guard/compareAlone.ts'
import { type GuardSide, startSide } from './guard/GuardSide.ts'
import { kinds } from './guard/kinds.ts'
import { type Figure, measureKinds } from './guard/measureKinds.ts'
import { allowed, hasRisen, isAsGood } from './guard/verdict.ts'

// Guards the speed: `npm run bench:guard` compares this checkout with an earlier commit, which guard.json pins, and
// exits with 1 if a request costs more than a tenth more CPU time. `--pin` moves the pin to the commit that is checked
// out, if its figures are at least as good. `--alone` compares with raw node:http and pgbench, as it does by itself
// where the pinned commit is not at hand.

const root = fileURLToPath(import.meta.resolve('../..'))
const pinFile = fileURLToPath(import.meta.resolve('./guard.json'))
const pin: { readonly commit: string; readonly ratios: Readonly<Record<string, number>> } = JSON.parse(
  readFileSync(pinFile, 'utf8'),
)
const args = process.argv.slice(2)
const unknown = args.filter((arg) => arg !== '--pin' && arg !== '--alone')
const isAlone = args.includes('--alone') || !hasCommit(root, pin.commit)
const began = performance.now()
if (unknown.length > 0) {
  console.error(`bench:guard knows --pin and --alone, and not ${unknown.join(', ')}.`)
  process.exitCode = 2
} else if (args.includes('--pin')) await movePin()
else process.exitCode = (await (isAlone ? passesAlone() : passesBeside())) ? 0 : 1
console.log(`It took ${Math.round((performance.now() - began) / 1_000)} s.`)

/** Compares with the pinned commit. What seems to be slower is measured again before it fails. */
async function passesBeside(): Promise<boolean> {
  console.log(`CPU time a request, compared with ${pin.commit.slice(0, 9)}; at most ${allowed} passes:`)
  return withSides(async (sides) => {
    const measured = await measureKinds(kinds, sides, { rounds: 30, milliseconds: 75_000 })
    show(measured)
    const risen = measured.filter((figure) => hasRisen(figure))
    if (risen.length === 0) return true
    const again = kinds.filter((kind) => risen.some((figure) => figure.kind === kind))
    console.log(`Again, because it seems to be slower: ${again.map(({ name }) => name).join(', ')}`)
    const repeated = await measureKinds(again, sides, { rounds: 40, milliseconds: 60_000 })
    show(repeated)
    const still = repeated.filter(({ kind, of, ...compared }) => {
      const isSame = (figure: Figure) => figure.kind === kind && figure.of === of
      return hasRisen(compared) && risen.some(isSame)
    })
    for (const { kind, of, ratio } of still)
      console.log(`SLOWER: ${kind.name}, CPU time of ${of}: ${ratio.toFixed(2)} of ${pin.commit.slice(0, 9)}`)
    return still.length === 0
  })
}

/** Compares with raw node:http and pgbench. What seems to be slower is measured again before it fails. */
async function passesAlone(): Promise<boolean> {
  console.log(`${pin.commit.slice(0, 9)} is not at hand: compared with raw node:http and pgbench instead.`)
  const measured = await measureAlone(root)
  showRatios(measured)
  let worse = findWorse(measured, pin.ratios)
  if (worse.length > 0) {
    console.log(`Again, because it seems to be slower: ${worse.map(({ name }) => name).join(', ')}`)
    const names = new Set(worse.map(({ name }) => name))
    const repeated = await measureAlone(root)
    showRatios(repeated)
    worse = findWorse(repeated, pin.ratios).filter(({ name }) => names.has(name))
  }
  for (const { name, measured: ratio } of worse) console.log(`SLOWER: ${name}: ${ratio.toFixed(2)}`)
  return worse.length === 0
}

async function movePin(): Promise<void> {
  const commit = findOwnCommit(root)
  const figures = await withSides((sides) => measureKinds(kinds, sides, { rounds: 60, milliseconds: 150_000 }))
  show(figures)
  const worse = figures.filter((figure) => !isAsGood(figure))
  for (const { kind, of, ratio } of worse) console.log(`NOT AS GOOD: ${kind.name}, ${of}: ${ratio.toFixed(2)}`)
  process.exitCode = worse.length === 0 ? 0 : 1
  if (worse.length > 0) return
  const ratios = await measureAlone(root)
  showRatios(ratios)
  const rounded = ratios.map(({ name, measured }) => [name, Number(measured.toPrecision(3))] as const)
  writeFileSync(pinFile, `${JSON.stringify({ commit, ratios: Object.fromEntries(rounded) }, null, 2)}\n`)
  console.log(`The pin is ${commit} now.`)
}

/** Starts the pinned commit and this checkout, and stops them in the end. */
async function withSides<T>(measure: (sides: readonly [GuardSide, GuardSide]) => Promise<T>): Promise<T> {
  const old = checkOut(root, pin.commit)
  const started: GuardSide[] = []
  try {
    for (const folder of [old.folder, root]) started.push(await startSide(folder))
    const [before, now] = started
    if (!before || !now) throw new TypeError('There are two sides.')
    return await measure([before, now])
  } finally {
    for (const side of started) await side.stop()
    old.remove()
  }
}

function show(measured: readonly Figure[]): void {
  const rows = measured.map(({ kind, of, ratio, error, times: [old, now] }) => [
    kind.name,
    of,
    `${ratio.toFixed(2)} ± ${error.toFixed(2)}`,
    `${Math.round(old)} µs`,
    `${Math.round(now)} µs`,
  ])
  console.log(showTable([['kind', 'CPU time of', 'ratio', 'pinned', 'now'], ...rows]))
}

function showRatios(ratios: readonly MeasuredRatio[]): void {
  const rows = ratios.map(({ name, measured, low, high }) => [
    name,
    measured.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
    pin.ratios[name]?.toFixed(2) ?? 'not pinned',
  ])
  console.log(showTable([['ratio', 'median', 'rounds', 'pinned'], ...rows]))
}
