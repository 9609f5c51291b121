import { Agent } from 'node:http'
import { percentile } from './statistics.ts'

/** A subject of measurement. `once` runs it one time and throws if the result is wrong. */
export interface Subject {
  name: string
  once: (agent: Agent) => Promise<unknown>
}

export interface Measured {
  name: string
  /** How many runs, and how many per second over the whole time. */
  count: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
}

interface Load {
  /** Parallel runs, each over its own persistent connection. */
  concurrency: number
  /** Runs in a turn, and its maximum seconds. */
  times: number
  seconds: number
  /** The subjects take turns, so that other load on the machine affects all of them. */
  turns: number
}

/** Measures subjects side by side, after a few runs to warm up. */
export async function measure(subjects: Subject[], { concurrency, turns, ...limits }: Load): Promise<Measured[]> {
  const taken = subjects.map(() => ({ samples: [] as number[], seconds: 0 }))
  for (let turn = 0; turn <= turns; turn++) {
    for (const [index, { once }] of subjects.entries()) {
      const warmUp = turn === 0
      const times = warmUp ? Math.ceil(limits.times / 10) : limits.times
      const { latencies, seconds } = await requestRepeatedly(once, { ...limits, connections: concurrency, times })
      if (warmUp) continue
      taken[index]?.samples.push(...latencies)
      if (taken[index]) taken[index].seconds += seconds
    }
  }
  return subjects.map(({ name }, index) => {
    const { samples, seconds } = taken[index] ?? { samples: [], seconds: 0 }
    return {
      name,
      count: samples.length,
      perSecond: samples.length / seconds,
      p50: percentile(samples, 0.5),
      p95: percentile(samples, 0.95),
      p99: percentile(samples, 0.99),
    }
  })
}

export interface Taken {
  /** Milliseconds of each run. */
  latencies: number[]
  seconds: number
}

/** Repeats work on several connections in parallel until the time is up, or `times` runs are done. */
export async function requestRepeatedly(
  once: Subject['once'],
  { connections, seconds, times = Number.POSITIVE_INFINITY }: { connections: number; seconds: number; times?: number },
): Promise<Taken> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  const began = performance.now()
  let left = times
  const worker = async () => {
    while (left-- > 0 && performance.now() - began < seconds * 1000) {
      const start = performance.now()
      await once(agent)
      latencies.push(performance.now() - start)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, worker))
    return { latencies, seconds: (performance.now() - began) / 1000 }
  } finally {
    agent.destroy()
  }
}
