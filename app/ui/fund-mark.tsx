import { logo } from '../../content/logo.ts'
import { classes } from './classes.ts'
import { mark } from './rosette/designs.ts'
import { Rosette } from './rosette/rosette.tsx'

type Props = {
  className?: string
  /** What it stands on, where that is the same in both color schemes. */
  on?: 'day' | 'night'
}

/**
 * The fund's logo, or the rosette that stands for it. Decoration: the fund's name stands beside it, or in a label. A logo
 * is as high everywhere (scripts/color-sheets.ts).
 */
export function FundMark({ className, on }: Props) {
  if (!logo) return <Rosette design={mark} className={className} />
  const { width, height } = logo
  return (
    <picture>
      {!on && <source media="(prefers-color-scheme: dark)" srcSet={logo.night} />}
      <img src={logo[on ?? 'day']} alt="" width={width} height={height} className={classes('fund-logo', className)} />
    </picture>
  )
}
