/** Maps values to positions on an axis. */
export interface Scale {
  /** @returns pixels */
  at: (value: number) => number
  /** Values for the axis's marks, in order. */
  ticks: number[]
}

/** @param to the end of the axis, in pixels; it starts at `from` with zero */
export function linearScale(largest: number, from: number, to: number): Scale {
  const step = niceStep(largest / 5)
  const end = Math.max(step, Math.ceil(largest / step - 1e-9) * step)
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => Number((index * step).toPrecision(6)))
  return { at: value => from + (value / end) * (to - from), ticks }
}

/** From one power of ten to another, or to the largest value if that lies between two; the values must be positive. */
export function logarithmicScale(smallest: number, largest: number, from: number, to: number): Scale {
  const first = Math.floor(Math.log10(smallest) + 1e-9)
  const end = Math.max(Math.log10(largest), first + 1)
  const ticks = Array.from({ length: Math.floor(end + 1e-9) - first + 1 }, (_, index) => 10 ** (first + index))
  if (largest > (ticks.at(-1) ?? 0) * 1.5) ticks.push(largest)
  return { at: value => from + ((Math.log10(value) - first) / (end - first)) * (to - from), ticks }
}

/** @returns 1, 2 or 5 times a power of ten, at least the given step */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least > 0 ? least : 1))
  return ([1, 2, 5].find(factor => factor * power >= least * (1 - 1e-9)) ?? 10) * power
}
