/**
 * The two-sample Kolmogorov-Smirnov test: could both samples be from the same distribution?
 * @returns the probability of samples at least this different if they are
 */
export function kolmogorovSmirnov(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one.toSorted((x, y) => x - y), other.toSorted((x, y) => x - y)]
  let [i, j, distance] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? 0, b[j] ?? 0)
    while (i < a.length && (a[i] ?? 0) <= value) i++
    while (j < b.length && (b[j] ?? 0) <= value) j++
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length))
  }
  const size = Math.sqrt((a.length * b.length) / (a.length + b.length))
  const lambda = (size + 0.12 + 0.11 / size) * distance
  let sum = 0
  for (let k = 1; k <= 100; k++) sum += 2 * (-1) ** (k - 1) * Math.exp(-2 * (k * lambda) ** 2)
  return Math.min(1, Math.max(0, lambda < 0.2 ? 1 : sum))
}
