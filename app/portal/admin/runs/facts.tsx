import type { ReactNode } from 'react'
import strip from '../fact-strip.module.css'

/** The facts about a run, side by side. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={`facts stack gap-3-5 double pad-3 ${strip.facts}`}>{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
