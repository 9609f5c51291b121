import { logo } from '../../content/logo.ts'
import { mark } from './rosette/designs.ts'
import { Rosette } from './rosette/rosette.tsx'

type Props = {
  /** Of the rosette: a logo has a height of its own (scripts/color-sheets.ts). */
  className?: string
  /** What it stands on, where that is the same in both color schemes. */
  on?: 'day' | 'night'
}

/**
 * The fund's logo, or the rosette that stands for it. Decoration: the fund's name stands beside it, or in a label.
 */
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
