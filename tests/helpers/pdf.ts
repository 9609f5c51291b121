/**
 * Makes a PDF of US Letter pages with a line of text each, in Helvetica without embedding it. All page objects precede
 * the content streams, as in web-optimized files.
 * @param lines one for each page, without parentheses and backslashes
 * @param weight bytes of padding on each page, for a file that loads slowly
 */
export function simplePdf(lines: string[], weight = 0): Buffer {
  const first = 4
  const kids = lines.map((_, i) => `${first + i} 0 R`).join(' ')
  const padding = '% padding\n'.repeat(weight / 10)
  const contents = lines.map(
    line => `BT /F1 28 Tf 72 680 Td (${line}) Tj ET\n0.2 0.4 0.35 rg 72 400 300 120 re f\n${padding}`,
  )
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${lines.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.map(
      (_, i) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + lines.length + i} 0 R >>`,
    ),
    ...contents.map(drawn => `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`),
  ].map((body, i) => `${i + 1} 0 obj\n${body}\nendobj\n`)

  const head = '%PDF-1.7\n'
  let end = head.length
  const table = objects.map(object => {
    const offset = String(end).padStart(10, '0')
    end += object.length
    return `${offset} 00000 n \n`
  })
  const size = objects.length + 1
  const foot = `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`
  return Buffer.from(head + objects.join('') + foot, 'latin1')
}
