/** A color in CSS's OKLCH notation, such as 'oklch(0.42 0.08 165)'. */
export type Color = `oklch(${number} ${number} ${number})`

/** The color of each surface, text and line. */
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
