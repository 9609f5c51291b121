import { sql } from 'kysely'
import { countOf } from '../../../rules/number.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { clockTolerance } from '../../../server/platform/clock-tolerance.ts'
import type { Weakness } from './known-vulnerabilities.ts'

/**
 * @returns milliseconds by which the site's clock is ahead of the database's; negative if behind. Excludes the answer's
 * latency
 */
export function clockDifference(): Promise<number> {
  return actAsJobs(async tx => {
    const requested = Date.now()
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
    const answered = Date.now()
    const at = rows[0]?.at.getTime() ?? requested
    return at < requested ? requested - at : at > answered ? answered - at : 0
  })
}

/** @returns a weakness if the clocks differ too much: due dates use the site's, and expiry often the database's */
export function clockWeakness(difference: number): Weakness | undefined {
  if (Math.abs(difference) <= clockTolerance) return undefined
  const side = difference > 0 ? 'ahead of' : 'behind'
  return {
    key: 'clock',
    what: `The site’s clock is ${inWords(Math.abs(difference))} ${side} the database’s, so days and deadlines go wrong, and people may not be able to sign in.`,
    act: 'Let both machines ask a time server, then restart the site.',
    isUrgent: true,
  }
}

const minute = 60_000
const units: [ms: number, name: string][] = [
  [24 * 60 * minute, 'day'],
  [60 * minute, 'hour'],
  [minute, 'minute'],
]

function inWords(ms: number): string {
  const [unit, name] = units.find(([least]) => ms >= least) ?? [minute, 'minute']
  return countOf(Math.round(ms / unit), name)
}
