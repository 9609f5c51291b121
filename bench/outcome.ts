import type { Plot } from './plots/line-plot.ts'
import type { Spread } from './statistics.ts'

export type Goal = { atLeast: number } | { atMost: number }

/** A figure of the report's table. */
export interface Finding {
  /** The measured work. The same words in every run, to find an earlier run's figure. */
  work: string
  value: Spread
  /** `×` for a ratio to a yardstick. */
  unit: '×' | 'ms' | 's' | 'MB' | 'KB' | 'exchanges'
  goal?: Goal
  /** The absolute figures. */
  behind: string
}

/** A benchmark's results. */
export interface Outcome {
  findings: Finding[]
  plots?: Plot[]
  /** Remarks for the reader, such as a missing program. */
  remarks?: string[]
}

export function isMet(goal: Goal, { median }: Spread): boolean {
  return 'atLeast' in goal ? median >= goal.atLeast : median <= goal.atMost
}

/** @returns `≥ 0.5 ×` */
export function goalText(goal: Goal, unit: Finding['unit']): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast} ${unit}` : `≤ ${goal.atMost} ${unit}`
}

/** @returns `0.123 × (0.118–0.13)` */
export function valueText({ median, least, most }: Spread, unit: Finding['unit']): string {
  const range = least === most ? '' : ` (${figure(least)}–${figure(most)})`
  return `${figure(median)} ${unit}${range}`
}

/** Formats a number with three significant digits. */
export function figure(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.01))))
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
