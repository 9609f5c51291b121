import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { figure, type Outcome } from './outcome.ts'
import { type Spread, spreadOf } from './statistics.ts'

/** Seconds without requests before a server counts as idle. */
const rest = 10
/** Milliseconds between two samples. */
const interval = 250

/** @returns resident megabytes of a process; undefined on systems without `/proc` */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes ? (Number(kilobytes) * 1024) / 1e6 : undefined
  } catch {
    return undefined
  }
}

/** Observes a server's memory over several loads. */
export class MemoryOverLoads {
  readonly #pid: number
  readonly #began = performance.now()
  readonly #curves: { name: string; points: [seconds: number, megabytes: number][] }[] = []
  #idle: Spread | undefined

  /** @param pid process id of a server that has just started */
  constructor(pid: number) {
    this.#pid = pid
  }

  /** Waits until the server is idle, and records its memory. */
  async measureIdle(): Promise<void> {
    await this.during('idle', () => sleep(rest * 1000))
    this.#idle = this.#now()
  }

  async during<T>(name: string, load: () => Promise<T>): Promise<T> {
    const points: [number, number][] = []
    this.#curves.push({ name, points })
    const sample = () => {
      const megabytes = residentMegabytes(this.#pid)
      if (megabytes !== undefined) points.push([(performance.now() - this.#began) / 1000, megabytes])
    }
    const timer = setInterval(sample, interval)
    try {
      return await load()
    } finally {
      clearInterval(timer)
      sample()
    }
  }

  /** @returns the highest sample, in megabytes; 0 on systems without `/proc` */
  highest(): number {
    return Math.max(0, ...this.#curves.flatMap(({ points }) => points.map(([, megabytes]) => megabytes)))
  }

  /** Waits until the server is idle again. @returns no findings on systems without `/proc` */
  async outcome(): Promise<Outcome> {
    await this.during('afterward', () => sleep(rest * 1000))
    const after = this.#now()
    if (!this.#idle || !after) return { findings: [] }
    const most = (points: [number, number][]) => Math.max(...points.map(([, megabytes]) => megabytes))
    const during = this.#curves.slice(1, -1).map(({ name, points }) => `${name} ${figure(most(points))}`)
    return {
      findings: [
        {
          work: `Server resident, idle ${rest} s after its start`,
          value: this.#idle,
          unit: 'MB',
          goal: { atMost: 140 },
          behind: 'the process of the site, without PostgreSQL’s',
        },
        {
          work: `Server resident, ${rest} s after all loads`,
          value: after,
          unit: 'MB',
          goal: { atMost: 230 },
          behind: `most during each, MB: ${during.join(', ')}`,
        },
      ],
      plots: [
        {
          name: 'memory',
          title: 'The server’s resident memory over the loads',
          x: { label: 'seconds since its start' },
          y: { label: 'MB' },
          series: this.#curves,
        },
      ],
    }
  }

  #now(): Spread | undefined {
    const megabytes = residentMegabytes(this.#pid)
    return megabytes === undefined ? undefined : spreadOf([megabytes])
  }
}
