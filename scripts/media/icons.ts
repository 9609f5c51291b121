import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { mark } from '../../app/shell/ui/rosette/designs.ts'
import { colors } from '../../content/colors.ts'
import { logo } from '../../content/logo.ts'
import { toHex } from '../../rules/color.ts'
import { wedge } from '../../rules/rosette-curve.ts'
import { asData, readPublic } from './logo.ts'
import { project, publicFolder, say } from './tools.ts'

const printedLogo = 'server/pdf/logo.png'
/** The tab icon without the fund's own, in the sample's greens. */
const rosette = join(import.meta.dirname, 'favicon.svg')
/** Banknote green that is visible on light and dark bars. */
const between = toHex(colors.mark)
const night = toHex(colors.night.paper)
const onNight = toHex(colors.night.green)

/** Draws the mark for places that can't use app/shell/layout/favicon.svg: old browsers, home screens, app switchers. */
export async function makeIcons(): Promise<void> {
  const favicon = join(project, 'app/shell/layout/favicon.svg')
  writeFileSync(favicon, logo?.icon ? framed(logo.icon) : colored(readFileSync(rosette, 'utf8')))
  const small = await Promise.all([16, 32, 48].map(async size => ({ size, png: await draw(size, between) })))
  writeFileSync(join(publicFolder, 'favicon.ico'), ico(small))
  // Home screens crop icons, so the mark stays within the inner four fifths (W3C manifest, maskable).
  for (const [name, size] of [
    ['apple-touch-icon', 180],
    ['icon-192', 192],
    ['icon-512', 512],
  ] as const) {
    writeFileSync(join(publicFolder, `${name}.png`), await draw(size, onNight, night))
  }
  await makePrintedLogo()
  say('Icons')
}

/** Draws the logo for the PDFs of statements and letters: a PNG, 88 points high at 400 dots per inch. */
async function makePrintedLogo(): Promise<void> {
  const file = join(project, printedLogo)
  if (!logo) return rmSync(file, { force: true })
  const height = Math.round((88 / 72) * 400)
  await sharp(readPublic(logo.day), { density: 300 })
    .resize({ height, width: height * 4, fit: 'inside' })
    .png({ compressionLevel: 9 })
    .toFile(file)
}

/** @returns a picture as a standalone SVG */
function framed(icon: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>Logo</title><image href="${asData(icon)}" width="64" height="64"/></svg>\n`
}

/** @returns the mark of app/shell/layout in the fund's greens, by day and by night */
function colored(svg: string): string {
  const greens = [toHex(colors.day.green), toHex(colors.night.green)]
  return svg.replace(/stroke:#[0-9a-f]{6}/g, () => `stroke:${greens.shift()}`)
}

/** The mark as PNG, on a plate or transparent. */
async function draw(size: number, color: string, plate?: string): Promise<Buffer> {
  if (logo?.icon) return drawFile(logo.icon, size, plate)
  const line = size < 64 ? 58 : mark.line
  const reach = plate ? 720 : 500
  const strokes = mark.rings.flatMap(ring => {
    const { path, copies } = wedge(ring, 1)
    return Array.from({ length: copies }, (_, i) => `<path d="${path}" transform="rotate(${(360 / copies) * i})"/>`)
  })
  const ground = plate ? `<rect x="-720" y="-720" width="1440" height="1440" fill="${plate}" stroke="none"/>` : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-reach} ${-reach} ${2 * reach} ${2 * reach}" fill="none" stroke="${color}" stroke-width="${line}">${ground}${strokes.join('')}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

/** The fund's own icon as PNG, in the inner four fifths of a plate. */
async function drawFile(icon: string, size: number, plate?: string): Promise<Buffer> {
  const inside = plate ? Math.round(size * 0.7) : size
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const picture = await sharp(readPublic(icon), { density: 600 })
    .resize({ width: inside, height: inside, fit: 'contain', background: clear })
    .png()
    .toBuffer()
  const ground = { width: size, height: size, channels: 4 as const, background: plate ?? clear }
  return sharp({ create: ground })
    .composite([{ input: picture, gravity: 'center' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** An .ico file of PNG pictures: a header of 6 bytes, 16 bytes for each picture, then the pictures. */
function ico(pictures: { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ size, png }, i) => {
    const at = 6 + 16 * i
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}
