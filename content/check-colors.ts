import { contrastOf, ofHex } from '../rules/color.ts'
import { unless } from './check-helpers.ts'
import type { Color, Colors, Scheme } from './colors-types.ts'

/** Pairs of foreground and background, and their minimum contrast: WCAG 2.2, 1.4.6 for text, 1.4.11 for controls. */
const pairs: [one: keyof Scheme, on: keyof Scheme, least: number][] = [
  ['ink', 'paper', 7],
  ['ink', 'paperRaised', 7],
  ['ink', 'paperSunk', 7],
  ['inkQuiet', 'paper', 7],
  ['green', 'paper', 7],
  ['danger', 'paper', 7],
  ['warning', 'paper', 7],
  ['onBrass', 'brass', 4.5],
  ['onBrass', 'brassPressed', 4.5],
  ['line', 'paper', 3],
]

const isColor = (color: string): color is Color => {
  const [, l, c, h] = color.match(/^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/) ?? []
  return l !== undefined && Number(l) <= 1 && Number(c) <= 0.4 && Number(h) <= 360
}

/** @returns the correct notation of a color */
function meantBy(color: string): string {
  const same = ofHex(color)
  return same
    ? `but a color is written oklch(lightness strength hue). This one is '${same}'.`
    : "not a color such as 'oklch(0.42 0.08 165)'."
}

/** @returns colors in a wrong notation, and pairs with too little contrast */
export function inColors({ day, night, mark }: Colors): string[] {
  const file = 'content/colors.ts:'
  const all = Object.entries({ day, night }).flatMap(([scheme, of]) =>
    Object.entries(of).map(([name, color]) => [`${scheme}.${name}`, color]),
  )
  const wrong = [...all, ['mark', mark]].flatMap(([name, color = '']) =>
    unless(isColor(color), `${file} ${name}`, `is '${color}', ${meantBy(color)}`),
  )
  if (wrong.length > 0) return wrong
  return Object.entries({ day, night }).flatMap(([scheme, of]) =>
    pairs.flatMap(([one, on, least]) => {
      const contrast = contrastOf(of[one], of[on])
      return unless(
        contrast >= least,
        `${file} ${scheme}.${one}`,
        `can’t be told from ${on} well enough: their contrast is ${contrast.toFixed(1)}, and has to be ${least} or more. ` +
          `Make it ${scheme === 'day' || one === 'onBrass' ? 'darker' : 'lighter'}.`,
      )
    }),
  )
}
