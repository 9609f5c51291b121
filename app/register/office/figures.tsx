import type { ReactNode } from 'react'
import style from './register.module.css'

interface FiguresProps {
  figures: readonly (readonly [label: string, value: ReactNode])[]
  /** Whether none of them leads. */
  alike?: boolean
}

/** What a list adds up to, above it: the first figure is the largest, unless they are alike. */
export function Figures({ figures, alike = false }: FiguresProps) {
  return (
    <dl className={`row gap-3-6 tabular double ${style.figures} ${alike ? '' : style.leading}`}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
