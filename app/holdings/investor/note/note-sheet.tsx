import { fund } from '../../../../content/fund.ts'
import { progressOf, progressWords } from '../../../notes/payment-day.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { Dialog } from '../../../shell/ui/dialog.tsx'
import { PrintButton } from '../../../shell/ui/print-button.tsx'
import type { Design } from '../../../shell/ui/rosette/designs.ts'
import { tierDesigns } from '../../../shell/ui/rosette/page-designs.ts'
import type { OwnNote } from '../../server/note-facts.ts'
import { NoteRosette } from '../note-list.tsx'
import { PaymentChart } from '../payment-chart.tsx'
import style from './note-sheet.module.css'
import { NoteTitle } from './note-title.tsx'

export type NoteSheetProps = {
  note: OwnNote
  today: string
  withoutSums: boolean
  onHideSums: (hidden: boolean) => void
  onClose: () => void
}

/** A note as an engraved sheet that fills the window, to view, show or print, with or without its amounts. */
export default function NoteSheet({ note, today, withoutSums, onHideSums, onClose }: NoteSheetProps) {
  const { number, payments, principalCents } = note
  const title = (
    <>
      {fund.name}
      <span className="visually-hidden">, note {number}</span>
    </>
  )
  return (
    <Dialog open size="screen" title={title} onClose={onClose}>
      <p className={`cluster gap-3 ${style.tools}`}>
        <Button size="small" onClick={() => onHideSums(!withoutSums)}>
          {withoutSums ? 'Show figures' : 'Hide figures'}
        </Button>
        <PrintButton />
      </p>
      <div className={`stack narrow ${style.sheet}`}>
        <NoteRosette principalCents={principalCents} designs={sheetDesigns} className={style.rosette} />
        <div className={style.title}>
          <NoteTitle note={note} withoutSums={withoutSums} />
        </div>
        <p className={`full muted unbroken leading-5 any-width ${style.micro}`} aria-hidden="true">
          {`${fund.name} · `.repeat(40)}
        </p>
        {payments.length > 0 && (
          <div className={`shrink full ${style.payments}`}>
            <PaymentChart payments={payments} today={today} withoutSums={withoutSums} />
            <p className={`tabular above-3 any-width size-lead ${style.progress}`}>
              {progressWords(progressOf(payments))}
            </p>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The tiers' rosettes, engraved for a whole sheet: hairlines, and three times as many strands. */
const sheetDesigns: Design[] = tierDesigns.map(({ rings, circles }) => ({
  line: 1.5,
  rings: rings.map(ring => ({ ...ring, strands: ring.strands * 3 })),
  circles: [...(circles ?? []), 499, 495],
}))
