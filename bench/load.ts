import type { Agent } from 'node:http'
import { ask } from './ask.ts'
import { requestRepeatedly, type Taken } from './measure.ts'
import { findProgram, output } from './programs.ts'
import { percentile } from './statistics.ts'

export interface Load {
  /** Persistent connections, each with one request at a time. */
  connections: number
  seconds: number
  headers?: Record<string, string>
}

export interface LoadFigures {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/**
 * Requests an address repeatedly: with wrk if installed, else from this process.
 * @throws if responses are errors
 */
export async function load(url: string, { connections, seconds, headers = {} }: Load): Promise<LoadFigures> {
  const wrk = findProgram('wrk')
  if (!wrk) {
    const once = (agent: Agent) => ask(url, { agent, headers, status: 200 })
    return figuresOf(await requestRepeatedly(once, { connections, seconds }))
  }
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const connection = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s']
  return figuresOfWrk(await output(wrk, [...connection, '--latency', ...fields, url]))
}

/**
 * @param printed the output of `wrk --latency`
 * @throws if it reports errors, or no figures
 */
export function figuresOfWrk(printed: string): LoadFigures {
  const errors = /(?:Socket errors|Non-2xx).*/.exec(printed)
  if (errors) throw new Error(`wrk: ${errors[0]}`)
  const milliseconds = (share: string) => {
    const [, number = '', unit = ''] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)\\s`).exec(printed) ?? []
    return Number(number) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
  }
  const figures = {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1]),
    p50: milliseconds('50'),
    p99: milliseconds('99'),
  }
  if (!Object.values(figures).every(value => value > 0)) throw new Error(`wrk printed no figures: ${printed}`)
  return figures
}

export function figuresOf({ latencies, seconds }: Taken): LoadFigures {
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}
