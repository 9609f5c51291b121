import { pdfMarks } from '../app/file-checks/server/pdf-marks.ts'
import { planImport } from '../app/register/server/import/plan-import.ts'
import { readNoteFile } from '../app/register/server/import/read-notes.ts'
import { scrub } from '../server/platform/scrub.ts'
import { type Bench, type BenchOptions, table } from './harness.ts'
import { figure } from './outcome.ts'
import { spreadOf } from './statistics.ts'

/** Work that should take time linear in its input. */
interface Piece {
  work: string
  /** Milliseconds. */
  atMost: number
  once: () => unknown
}

/** Parts of log lines. Each took up to 400 ms when a pattern backtracked. */
const units = ['/', 'a.', 'x://y:', 'x://y@', 'x://:/', '?', '/?#', '\u009b;a', '\u001b[;', '\u001b]', '@:']

/** Measures single pieces of work with input sizes that others choose. */
export async function pieces(_: Bench, { turns }: BenchOptions): Promise<void> {
  const texts = units.map(unit => `/${unit.repeat(50_000)}x`)
  const endless = Buffer.from(`%PDF-1.7\n1 0 obj\nstartxref\n${'/First/N stream\n'.repeat(200_000)}`)
  const file = noteFile(1000)
  const all: Piece[] = [
    ...texts.map((text, i) => ({
      work: `cleaning a line of 50,000 times ${JSON.stringify(units[i])}`,
      atMost: 50,
      once: () => scrub(text),
    })),
    {
      work: 'looking into a PDF of 200,000 streams without an end',
      atMost: 5000,
      once: () => pdfMarks({ size: endless.length, read: (start, end) => endless.subarray(start, end) }),
    },
    {
      work: 'planning the import of a thousand notes of two years',
      atMost: 5000,
      once: () => planImport(readNoteFile(file), register),
    },
  ]
  table('pieces of work', [
    ['', 'median ms', 'slowest ms', 'at most', ''],
    ...all.map(({ work, atMost, once }) => {
      once()
      const { median, most } = spreadOf(Array.from({ length: turns }, () => timed(once)))
      return [work, figure(median), figure(most), String(atMost), most <= atMost ? 'met' : 'NOT MET']
    }),
  ])
}

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

const register = {
  today: '2026-11-22',
  newFrom: '2026-08-24',
  defaultOffering: 'Notes',
  takenNumbers: new Set<string>(),
  holders: new Map([['H-0001', { id: 'h1', name: 'Old Trust', state: 'TX' }]]),
  numbersByName: new Map([['old trust', 'H-0001']]),
  members: new Map([['jane@example.com', 'p1']]),
}

/** @returns a file of that many notes, for an administrator's upload */
function noteFile(notes: number): string {
  const head = 'record,note,holder_number,member_email,principal,rate_percent,term_months,payout,day_count,issue_date'
  const rows = Array.from({ length: notes }, (_, n) => {
    const number = `LK-2024-${String(n).padStart(4, '0')}`
    return `note,${number},H-0001,jane@example.com,200000,11,24,monthly,30/360,2024-06-15`
  })
  return [head, ...rows].join('\r\n')
}
