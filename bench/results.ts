import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './outcome.ts'

/** The latest results, which git ignores. */
const latest = fileURLToPath(new URL('../.cache/bench.json', import.meta.url))
/** From before the work on speed, for comparison. */
const earlier = fileURLToPath(new URL('before.json', import.meta.url))

export interface Results {
  machine: string
  /** By the benchmark's name: when it ended (ISO 8601), and its findings. */
  outcomes: Record<string, Outcome & { at: string }>
}

export function readLatest(): Promise<Results | undefined> {
  return read(latest)
}

export function readEarlier(): Promise<Results | undefined> {
  return read(earlier)
}

/** Stores a benchmark's results among the latest ones, replacing its own earlier results. */
export async function saveResult(name: string, outcome: Outcome): Promise<void> {
  const { outcomes } = (await readLatest()) ?? { outcomes: {} }
  const results: Results = {
    machine: describeMachine(),
    outcomes: { ...outcomes, [name]: { at: new Date().toISOString(), ...outcome } },
  }
  await mkdir(dirname(latest), { recursive: true })
  await writeFile(latest, `${JSON.stringify(results, undefined, 2)}\n`)
}

/** @returns `2 processors (AMD EPYC), 25 GB of memory, Linux 6.18, Node 24.1.0` */
export function describeMachine(): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 1e9)
  const model = processors[0]?.model.trim()
  return `${processors.length} processors (${model}), ${memory} GB of memory, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}`
}

async function read(path: string): Promise<Results | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
