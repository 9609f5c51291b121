import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { Holdings } from '../../../server/holdings/holdings.ts'
import { classes } from '../../ui/classes.ts'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { Link } from '../../ui/link.tsx'
import { AccreditedUntil } from './accredited-until.tsx'
import { Earnings } from './earnings.tsx'
import { NextPayment } from './next-payment.tsx'
import { NoteList } from './note-list.tsx'
import style from './notes-panel.module.css'
import { WhatWaits } from './what-waits.tsx'

/** What an investor holds, above the documents of their home: what comes next, what came, and each note. */
export default function NotesPanel({ holdings }: { holdings: Holdings }) {
  const { notes, today } = holdings
  const open = notes.filter(({ closedOn }) => !closedOn)
  return (
    <section className={style.panel} aria-labelledby="notes-panel">
      <h2 id="notes-panel" className="visually-hidden">
        Your notes
      </h2>
      {notes.length === 0 ? (
        <p className={style.none}>Your notes will appear here once they are signed.</p>
      ) : (
        <>
          <Summary holdings={holdings} />
          <WhatWaits holdings={holdings} isHome />
          <NoteList notes={open} today={today} label="Notes you hold" />
          <Foot asOf={holdings.asOf}>
            <Link to={href('/profile/notes')}>Payments, statements and calendar</Link>
            <AccreditedUntil holders={holdings.holders} />
          </Foot>
        </>
      )}
    </section>
  )
}

/** The next payment beside what has been earned so far. */
export function Summary({ holdings }: { holdings: Holdings }) {
  return (
    <div className={style.summary}>
      <NextPayment next={holdings.next} today={holdings.today} />
      <Earnings holdings={holdings} />
    </div>
  )
}

/** As of when the figures are, and what "paid" means. */
export function Foot({ asOf, apart, children }: { asOf: Date; apart?: boolean; children?: ReactNode }) {
  return (
    <footer className={classes(style.foot, apart && style.apart)}>
      <p>
        As of <FormattedDate date={asOf} time />. A payment is shown as paid once the fund has recorded it.
      </p>
      {children && <p className={style.links}>{children}</p>}
    </footer>
  )
}
