import type { Colors } from './colors-types.ts'

/**
 * The fund's colors by day and by night, for pages, pictures, mail, statements and letters: paper, ink, banknote green
 * and one accent, brass, used once on a screen. In CSS notation: oklch(lightness strength hue). `npm run check` reports
 * pairs with too little contrast. After a change run `npm run media`.
 */
export const colors: Colors = {
  day: {
    paper: 'oklch(0.975 0.008 95)',
    paperRaised: 'oklch(0.99 0.004 95)',
    paperSunk: 'oklch(0.95 0.01 95)',
    ink: 'oklch(0.22 0.03 165)',
    inkQuiet: 'oklch(0.42 0.02 165)',
    green: 'oklch(0.42 0.08 165)',
    brass: 'oklch(0.68 0.1 80)',
    brassPressed: 'oklch(0.63 0.1 80)',
    onBrass: 'oklch(0.1 0.015 165)',
    // Borders of controls.
    line: 'oklch(0.58 0.02 165)',
    danger: 'oklch(0.43 0.15 27)',
    warning: 'oklch(0.45 0.09 60)',
  },
  night: {
    paper: 'oklch(0.185 0.02 165)',
    paperRaised: 'oklch(0.23 0.022 165)',
    paperSunk: 'oklch(0.155 0.018 165)',
    ink: 'oklch(0.94 0.012 95)',
    inkQuiet: 'oklch(0.77 0.015 150)',
    green: 'oklch(0.78 0.08 165)',
    brass: 'oklch(0.78 0.1 80)',
    brassPressed: 'oklch(0.73 0.1 80)',
    onBrass: 'oklch(0.18 0.025 165)',
    line: 'oklch(0.56 0.02 165)',
    danger: 'oklch(0.8 0.1 25)',
    warning: 'oklch(0.82 0.1 72)',
  },
  // The mark in a browser's tab, which may be light or dark.
  mark: 'oklch(0.583 0.105 165)',
}
