import { html, raw } from 'hono/html'
import { calls } from '../../content/call-offers.ts'
import { colors } from '../../content/colors.ts'
import { fund } from '../../content/fund.ts'
import { typefaces } from '../../content/typefaces.ts'
import { mixed, toHex } from '../../rules/color.ts'
import { namedTimeIn } from '../../rules/dates.ts'

const { day, night } = colors

/** In every e-mail that someone could be tricked about on the phone. */
export const neverAskForCode = 'We’ll never ask you for a code by phone or e-mail.'

/**
 * @returns a moment in the fund's time zone, such as 'Nov 21, 2026, 10:22 PM CST', because mail can't know its reader's
 */
export function mailTime(at: Date): string {
  return namedTimeIn(calls.timeZone, at, fund.language)
}

/**
 * The layout of every e-mail: one column, readable without images, in light and dark mode. Mail clients support neither
 * external style sheets nor `oklch()`, so the fund's colors are written here in sRGB.
 * @param preview what inboxes show after the subject
 * @param body HTML of the paragraphs
 */
export function emailHtml(preview: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${fund.name}</title>
<style>${raw(`
  body { margin: 0; background: ${toHex(day.paper)}; color: ${toHex(day.ink)}; }
  .sheet { max-width: 30rem; margin: 0 auto; padding: 40px 24px; font: 17px/1.55 ${typefaces.mail}; }
  .brand { font-size: 20px; border-bottom: 3px double ${mixed(day.ink, day.paper, 0.4)}; padding-bottom: 16px; margin: 0 0 28px; }
  .code { font: 600 40px/1.2 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .18em; margin: 28px 0; }
  .code.second { font-size: 24px; margin: 16px 0 28px; }
  a { color: ${toHex(day.green)}; }
  .act { margin: 28px 0; }
  .act a { display: inline-block; padding: 12px 22px; border: 1px solid; border-radius: 2px; font-weight: 600; text-decoration: none; }
  code { overflow-wrap: anywhere; }
  ul { padding-left: 20px; }
  li { margin: 6px 0; overflow-wrap: anywhere; }
  .facts { border-collapse: collapse; margin: 20px 0; }
  .facts th, .facts td { padding: 4px 16px 4px 0; text-align: left; vertical-align: top; font-weight: normal; }
  .facts td { overflow-wrap: anywhere; }
  .facts th { color: ${toHex(day.inkQuiet)}; white-space: nowrap; }
  .small { font-size: 14px; color: ${toHex(day.inkQuiet)}; border-top: 1px solid ${mixed(day.ink, day.paper, 0.2)}; margin-top: 32px; padding-top: 16px; overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    body { background: ${toHex(night.paper)}; color: ${toHex(night.ink)}; }
    a { color: ${toHex(night.green)}; }
    .facts th { color: ${toHex(night.inkQuiet)}; }
    .small { color: ${toHex(night.inkQuiet)}; border-color: ${mixed(night.ink, night.paper, 0.2)}; }
    .brand { border-color: ${mixed(night.ink, night.paper, 0.35)}; }
  }`)}</style>
</head>
<body>
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<div class="sheet">
<p class="brand">${fund.name}</p>
${body}
</div>
</body>
</html>`
}
