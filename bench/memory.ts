import { readFileSync } from 'node:fs'

/** Resident memory over time. */
export interface MemoryCurve {
  /** Seconds since the start, and megabytes. */
  points: [seconds: number, megabytes: number][]
}

/** @returns resident megabytes of a process; undefined where the system has no `/proc` */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes ? (Number(kilobytes) * 1024) / 1e6 : undefined
  } catch {
    return undefined
  }
}

/** Samples a process's memory twice a second. @returns a function that ends it and returns the samples */
export function sampleMemory(pid: number): () => MemoryCurve {
  const points: MemoryCurve['points'] = []
  const began = performance.now()
  const sample = () => {
    const megabytes = residentMegabytes(pid)
    if (megabytes !== undefined) points.push([(performance.now() - began) / 1000, megabytes])
  }
  sample()
  const timer = setInterval(sample, 500)
  return () => {
    clearInterval(timer)
    sample()
    return { points }
  }
}
