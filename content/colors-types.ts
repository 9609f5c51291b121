/** A color as CSS writes it in OKLCH, such as 'oklch(0.42 0.08 165)'. */
export type Color = `oklch(${number} ${number} ${number})`

/** What each surface, text and line is drawn in. */
export type Scheme = Record<
  | 'paper'
  | 'paperRaised'
  | 'paperSunk'
  | 'ink'
  | 'inkQuiet'
  | 'green'
  | 'brass'
  | 'brassPressed'
  | 'onBrass'
  | 'line'
  | 'danger'
  | 'warning',
  Color
>

export type Colors = { day: Scheme; night: Scheme; mark: Color }
