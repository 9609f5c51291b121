import { readFileSync, writeFileSync } from 'node:fs'
import { colors } from '../content/colors.ts'
import type { Color, Scheme } from '../content/colors-types.ts'
import { logo } from '../content/logo.ts'
import { toHex } from '../rules/color.ts'

/** Header of the style sheets generated from content/colors.ts. */

const from = '/* Made of content/colors.ts by a build; change the colors there. */\n'

/** @returns such as '--paper-raised' */
function property(name: string, before = ''): string {
  return `--${before}${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}

const withAlpha = (color: Color, alpha: number) => color.replace(')', ` / ${alpha})`)

/** @returns the colors of a scheme, including the two translucent ones */
function allOf(scheme: Scheme, hairline: number, veil: string): [name: string, value: string][] {
  return [...Object.entries(scheme), ['hairline', withAlpha(scheme.ink, hairline)], ['veil', veil]]
}

/** Only with a logo: the home page's first bytes are scarce. */
const ofLogo = `
.fund-logo {
  inline-size: auto;
  max-inline-size: min(12rem, 40vw);
  block-size: 2.25rem;
  object-fit: contain;
}

footer .fund-logo {
  margin-block-end: 1.5rem;
}

@media print {
  .fund-logo {
    block-size: 26pt;
  }
}
`

/** @returns files in app/shell/styles by name: for every page, and for surfaces that are paper in both color schemes */
export function colorSheets(): Record<string, string> {
  const { day, night } = colors
  const nights = allOf(night, 0.26, withAlpha(night.paperSunk, 0.65))
  const values = [
    ...allOf(day, 0.28, withAlpha(day.ink, 0.45)).map(([name, value]) => `  ${property(name)}: ${value};`),
    ...nights.map(([name, value]) => `  ${property(name, 'night-')}: ${value};`),
  ]
  const toNight = nights.map(([name]) => `${property(name)}: var(${property(name, 'night-')});`)
  // An overlay is as dark beside a plate as on it.
  const onPlate = toNight.filter(line => !line.startsWith('--veil'))
  const days = (['paper', 'ink', 'green', 'line'] as const).map(name => `  ${property(name, 'day-')}: ${day[name]};`)
  return {
    'colors.css': `${from}:root {
${values.join('\n')}
}

@media (prefers-color-scheme: dark) {
  :root {
${toNight.map(line => `    ${line}`).join('\n')}
  }
}

.night {
  color-scheme: dark;
${onPlate.map(line => `  ${line}`).join('\n')}
  --double: 3px double var(--night-hairline);
  --single: 1px solid var(--night-hairline);
  background: var(--paper);
  color: var(--ink);
}
${logo ? ofLogo : ''}`,
    // Computed here rather than in each visitor's browser.
    'theme-colors.ts': `${from.replace('/* ', '// ').replace(' */', '')}
/** What a browser paints its own bars in, by day and by night. */
export const themeColors = { day: '${toHex(day.paper)}', night: '${toHex(night.paper)}' }
`,
    'day-colors.css': `${from}:root {
${days.join('\n')}
}
`,
  }
}

/** Updates the style sheets after a change of content/colors.ts. @param root the project's folder */
export function writeColorSheets(root: string): void {
  for (const [name, css] of Object.entries(colorSheets())) {
    const file = `${root}/app/shell/styles/${name}`
    if (readFileSync(file, 'utf8') !== css) writeFileSync(file, css)
  }
}
