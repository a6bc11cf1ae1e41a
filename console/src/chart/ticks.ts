/** Round figures from at most the smallest to at least the greatest value, zero among them: about `wanted` of them. */
export function toTicks(values: readonly number[], wanted = 4): number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(low === 0 && !values.some((value) => value > 0) ? 1 : 0, ...values)
  const least = stepOf((high - low) / wanted)
  // There is no half record.
  const step = values.every(Number.isInteger) ? Math.max(1, least) : least
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  // A multiple of the step has no more digits than the step itself.
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(digits)))
}

/** The next greater of 1, 2 and 5 times a power of ten. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Which of many labels are shown so that each has room: evenly, and the last one always. */
export function toShownLabels(many: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(many / Math.max(1, room)))
  return Array.from({ length: many }, (_, index) => index).filter((index) => (many - 1 - index) % step === 0)
}
