import { readFileSync } from 'node:fs'

/** @returns a process's resident memory in bytes, as Linux counts it: shared libraries and the program included */
export function resident(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (!kilobytes) throw new Error(`The memory of process ${pid} cannot be read`)
  return Number(kilobytes) * 1024
}
