import { logo } from '../../../content/logo.ts'
import { mark } from './rosette/designs.ts'
import { Rosette } from './rosette/rosette.tsx'

type Props = {
  /** The rosette's class; a logo has its own height (scripts/color-sheets.ts). */
  className?: string
  /** The background, where it is the same in both color schemes. */
  on?: 'day' | 'night'
}

/** The fund's logo, or a rosette in its place. Decoration: the fund's name is beside it or in a label. */
export function FundMark({ className, on }: Props) {
  if (!logo) return <Rosette design={mark} className={className} />
  const { width, height } = logo
  return (
    <picture>
      {!on && <source media="(prefers-color-scheme: dark)" srcSet={logo.night} />}
      <img src={logo[on ?? 'day']} alt="" width={width} height={height} className="fund-logo" />
    </picture>
  )
}
