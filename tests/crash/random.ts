/** Random numbers that a seed reproduces. */
export interface Random {
  /** An integer from `least` to `most`, inclusive. */
  between(least: number, most: number): number
  /** True with probability `share`: 0.25 is one time in four. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** @returns the random numbers for a seed (Mulberry32) */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    chance: share => next() < share,
    pick: from => {
      if (from.length === 0) throw new Error('nothing to pick from')
      return from[between(0, from.length - 1)] as (typeof from)[number]
    },
  }
}
