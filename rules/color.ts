import type { Color } from '../content/colors-types.ts'

/** Colors without CSS (mail, PDF, SVG), and their contrast. */

/** Red, green and blue from 0 to 1, without gamma. */
type Linear = readonly [number, number, number]

/** @returns a color in linear sRGB, clipped to the gamut (CSS Color 4, section 9.4 and its sample code) */
function toLinear(color: Color): Linear {
  const [l = 0, c = 0, h = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  const angle = (h * Math.PI) / 180
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clipped = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clipped(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    clipped(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    clipped(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

/**
 * @param hex such as '#0f2f5c' or '#abc'
 * @returns the same in OKLCH, such as 'oklch(0.312 0.092 258)'; undefined if invalid (CSS Color 4, sample code)
 */
export function ofHex(hex: string): Color | undefined {
  const [, digits = ''] = hex.match(/^#((?:[\da-f]{3}){1,2})$/i) ?? []
  if (!digits) return undefined
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map(at => Number.parseInt(long.slice(at, at + 2), 16) / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = Number((0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s).toFixed(3))
  const strength = Number(Math.hypot(a, b).toFixed(3))
  const hue = strength === 0 ? 0 : Math.round(((Math.atan2(b, a) * 180) / Math.PI + 360) % 360)
  return `oklch(${lightness} ${strength} ${hue})`
}

/** @returns red, green and blue from 0 to 255 */
export function toRgb(color: Color): number[] {
  const encoded = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
  return toLinear(color).map(value => Math.round(encoded(value) * 255))
}

/** @returns such as '#1d5a43' */
export function toHex(color: Color): string {
  return `#${toRgb(color)
    .map(value => value.toString(16).padStart(2, '0'))
    .join('')}`
}

/**
 * @param share of the first, 0 to 1
 * @returns the color between two
 */
export function mixed(one: Color, other: Color, share: number): string {
  const others = toRgb(other)
  const parts = toRgb(one).map((value, i) => Math.round(value * share + (others[i] ?? 0) * (1 - share)))
  return `#${parts.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** @returns the contrast of two colors, 1 to 21 (WCAG 2.2, "contrast ratio") */
export function contrastOf(one: Color, other: Color): number {
  const luminance = ([red, green, blue]: Linear) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [dark = 0, light = 0] = [one, other].map(color => luminance(toLinear(color))).sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
