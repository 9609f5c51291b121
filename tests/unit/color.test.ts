import { expect, test } from 'vitest'
import { inColors } from '../../content/check-colors.ts'
import { colors } from '../../content/colors.ts'
import { contrastOf, mixed, ofHex, toHex } from '../../rules/color.ts'

test('OKLCH becomes what browsers paint', () => {
  // As computed by Chromium.
  expect(toHex('oklch(0.975 0.008 95)')).toBe('#f8f7f1')
  expect(toHex('oklch(0.42 0.08 165)')).toBe('#135b42')
  expect(toHex('oklch(1 0 0)')).toBe('#ffffff')
  // Beyond a screen's gamut.
  expect(toHex('oklch(0.7 0.4 30)')).toMatch(/^#ff/)
  expect(mixed('oklch(1 0 0)', 'oklch(0 0 0)', 0.5)).toBe('#808080')
})

test('contrast is that of WCAG', () => {
  expect(contrastOf('oklch(1 0 0)', 'oklch(0 0 0)')).toBeCloseTo(21, 5)
  expect(contrastOf('oklch(0 0 0)', 'oklch(1 0 0)')).toBeCloseTo(21, 5)
  expect(contrastOf('oklch(0.5 0.1 20)', 'oklch(0.5 0.1 20)')).toBe(1)
})

test('colors that can’t be told apart are refused with what to do', () => {
  expect(inColors(colors)).toEqual([])
  const pale = { ...colors, day: { ...colors.day, green: 'oklch(0.7 0.08 165)' as const } }
  expect(inColors(pale)).toEqual([
    'content/colors.ts: day.green can’t be told from paper well enough: their contrast is 2.4, and has to be 7 or more. Make it darker.',
  ])
  const dim = { ...colors, night: { ...colors.night, ink: 'oklch(0.5 0.01 95)' as const } }
  expect(inColors(dim)[0]).toMatch(/^content\/colors\.ts: night\.ink .* Make it lighter\.$/)
})

test('a color that isn’t written as one is refused', () => {
  const wrong = { ...colors, mark: 'green' as never }
  expect(inColors(wrong)).toEqual(["content/colors.ts: mark is 'green', not a color such as 'oklch(0.42 0.08 165)'."])
})

test('a color in hexadecimals is refused with how it is written here', () => {
  const wrong = { ...colors, day: { ...colors.day, green: '#0f2f5c' as never } }
  expect(inColors(wrong)).toEqual([
    "content/colors.ts: day.green is '#0f2f5c', but a color is written oklch(lightness strength hue). This one is 'oklch(0.309 0.089 258)'.",
  ])
  for (const hex of ['#0f2f5c', '#ffffff', '#000000', '#808080']) {
    const color = ofHex(hex)
    expect(color && toHex(color)).toBe(hex)
  }
  expect([ofHex('#fff'), ofHex('#abcd'), ofHex('green')]).toEqual(['oklch(1 0 0)', undefined, undefined])
})
