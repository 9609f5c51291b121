import { type ReactNode, useId } from 'react'
import style from './system-page.module.css'

type SectionProps = {
  title: string
  /** A sentence about its subject. */
  note: string
  children: ReactNode
  /** Shown in place of facts while there are none: what will appear here. */
  empty?: ReactNode
}

/** One part of the page: its name on one side, facts on the other. */
export function Section({ title, note, children, empty }: SectionProps) {
  const heading = useId()
  return (
    <section className={`stack gap-3 pad-above-4 ${style.section}`} aria-labelledby={heading}>
      <div>
        <h2 id={heading}>{title}</h2>
        <p className="quiet">{note}</p>
      </div>
      {empty ? (
        <p className={`muted double pad-3 ${style.none}`}>{empty}</p>
      ) : (
        <dl className={`double-above ${style.facts}`}>{children}</dl>
      )}
    </section>
  )
}

/** A line of a section. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
