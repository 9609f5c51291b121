export interface Axis {
  /** With its unit. */
  label: string
  isLogarithmic?: boolean
}

/** Lines over one another. */
export interface Plot {
  /** Name of its file. */
  name: string
  title: string
  x: Axis
  y: Axis
  series: { name: string; points: [x: number, y: number][] }[]
}
