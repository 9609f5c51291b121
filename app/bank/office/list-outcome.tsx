import { countOf, grouped } from '../../../rules/number.ts'
import style from '../../register/office/register.module.css'
import type { BankList } from '../server/bank-lines.ts'

/** Lines that are named; a list with more has something wrong throughout. */
const named = 100

type Remarks = BankList['outcome']['unread']

/** The outcome of each line of the file, by its number there: new, known, left out, or unreadable. */
export function ListOutcome({ list: { outcome } }: { list: BankList }) {
  const { added, known, skipped, unread, remarks } = outcome
  const counts = [
    `${grouped(added)} new`,
    ...(known.length > 0 ? [`${grouped(known.length)} already imported`] : []),
    ...(skipped.length > 0 ? [`${grouped(skipped.length)} skipped`] : []),
    ...(unread.length > 0 ? [`${grouped(unread.length)} not read`] : []),
  ]
  return (
    <div>
      <p className={style.about}>Lines of the file: {counts.join(', ')}.</p>
      {unread.length > 0 && (
        <>
          <p className={style.late}>
            {countOf(unread.length, 'line')} can’t be read, and {unread.length === 1 ? 'isn’t' : 'aren’t'} in the
            register:
          </p>
          <RemarkList remarks={unread} />
        </>
      )}
      <Folded title="To check" remarks={remarks} />
      <Folded title="Skipped" remarks={skipped} />
      {known.length > 0 && (
        <details className={style.explained}>
          <summary>Already imported: {countOf(known.length, 'line')}</summary>
          <p className={style.about}>Lines {rangesOf(known)}.</p>
        </details>
      )}
    </div>
  )
}

function Folded({ title, remarks }: { title: string; remarks: Remarks }) {
  if (remarks.length === 0) return null
  return (
    <details className={style.explained}>
      <summary>
        {title}: {countOf(remarks.length, 'line')}
      </summary>
      <RemarkList remarks={remarks} />
    </details>
  )
}

function RemarkList({ remarks }: { remarks: Remarks }) {
  return (
    <>
      <ul className={style.refused}>
        {remarks.slice(0, named).map(({ line, why }) => (
          <li key={`${line} ${why}`}>
            Line {line}
            {why && `: ${why}`}
          </li>
        ))}
      </ul>
      {remarks.length > named && (
        <p className={style.about}>And lines {rangesOf(remarks.slice(named).map(({ line }) => line))}.</p>
      )}
    </>
  )
}

/** @param lines in order @returns such as '2–40, 45' */
function rangesOf(lines: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && line === last[1] + 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
