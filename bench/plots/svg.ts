/** Colors and dashes of lines, for light and dark, also distinct in color-blind vision. */
const lines = [
  ['#0b6e4f', '#4fd1a5', ''],
  ['#b4531a', '#f2a46b', '7 3'],
  ['#1f5fa8', '#7db7f5', '2 3'],
  ['#8a3a86', '#dd9ad8', '10 3 2 3'],
  ['#8a6d00', '#e0c04a', '4 2'],
  ['#a3273b', '#f58a9a', '1 2'],
  ['#4a4f57', '#b9c0ca', '12 4'],
] as const

/** The number of distinguishable lines. */
export const distinctLines = lines.length

const dark = lines.map(([, color], index) => `.s${index}{stroke:${color}}.d${index}{fill:${color}}`).join('')
const style = `text{font:13px system-ui,sans-serif;fill:#23272e}.title{font-size:16px;font-weight:600}
.paper{fill:#fff}.grid{stroke:#dfe3e8}.axis{stroke:#6b7280}.muted{fill:#5b626d}.before{fill:#c3cad3}.now{fill:#0b6e4f}
.goal{stroke:#b4531a;stroke-width:2.5}.line{fill:none;stroke-width:2}
${lines.map(([color, , dash], index) => `.s${index}{stroke:${color};stroke-dasharray:${dash || 'none'}}.d${index}{fill:${color}}`).join('')}
.solid{stroke-dasharray:none}
@media (prefers-color-scheme:dark){text{fill:#e6e9ee}.paper{fill:#15181d}.grid{stroke:#2c323b}.axis{stroke:#8d96a3}
.muted{fill:#a9b1bc}.before{fill:#4a525e}.now{fill:#4fd1a5}.goal{stroke:#f2a46b}${dark}}`

/** @returns a complete picture, readable on light and dark pages */
export function picture(title: string, width: number, height: number, parts: string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${height}" rx="6"/>`,
    text(16, 26, title, 'class="title"'),
    ...parts,
    '</svg>\n',
  ].join('\n')
}

export function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${place(x)}" y="${place(y)}"${attributes && ` ${attributes}`}>${escaped(content)}</text>`
}

export function line(from: readonly [number, number], to: readonly [number, number], className: string): string {
  return `<line class="${className}" x1="${place(from[0])}" y1="${place(from[1])}" x2="${place(to[0])}" y2="${place(to[1])}"/>`
}

/** Pixels with one decimal. */
export function place(pixels: number): string {
  return String(Math.round(pixels * 10) / 10)
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
