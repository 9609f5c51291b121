import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { heroInner, heroOuter } from '../../app/shell/ui/rosette/page-designs.ts'
import { colors } from '../../content/colors.ts'
import { generatedPictures } from '../../content/generated-pictures.ts'
import { home } from '../../content/home.ts'
import { typefaces } from '../../content/typefaces.ts'
import { toRgb } from '../../rules/color.ts'
import type { Ring } from '../../rules/rosette-curve.ts'
import { fingerprint } from './fingerprint.ts'
import { emptyFolder, publicFolder, say, versionOf, writeAccount } from './tools.ts'

const seconds = 12
const rate = 24
const frames = seconds * rate

/** Bit rate (kbit/s) of the wide H.264 film, so that 12 s of it stay below 1.5 MB. */
const kilobits = 930

/**
 * One cut of the film: size and plate position in pixels (as in app/site/hero-film.module.css); its share of the bit
 * rate, and its AV1 width.
 */
type Cut = {
  name: string
  width: number
  height: number
  plate: number
  x: number
  y: number
  share: number
  av1Width: number
}

const cuts: Cut[] = [
  { name: 'wide', width: 1920, height: 1080, plate: 1190, x: 1605, y: 540, share: 1, av1Width: 1600 },
  { name: 'upright', width: 720, height: 1280, plate: 828, x: 360, y: 1207, share: 0.5, av1Width: 720 },
]

/** The encodings, which are part of the files' names. */
const kinds = ['h264', 'av1']

/** Colors of the site at night, as RGB. */
const [paper = [], green = [], brass = [], ink = []] = (['paper', 'green', 'brass', 'ink'] as const).map(name =>
  toRgb(colors.night[name]),
)

/**
 * How many strands each ring advances in one loop, outermost ring first. Once each strand has reached the position of
 * the nth next, a ring is as at the start: that is why no seam is visible.
 */
const strides = [4, 3, -3, -4, 3, -3]

/** Draws the film of the plate, and encodes it as AV1 and H.264 in both cuts. */
export async function makeFilm(): Promise<void> {
  emptyFolder('media/hero')
  const work = mkdtempSync(join(tmpdir(), 'promissory-film-'))
  try {
    for (const cut of cuts) {
      const master = join(work, `${cut.name}.mkv`)
      await drawFrames(cut, master)
      await encode(cut, master, work)
    }
    writeAccount('film', { version: filmVersion(), made: fingerprint(generatedPictures.plate) })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

export function filmVersion(): string {
  return versionOf(cuts.flatMap(({ name }) => kinds.map(kind => `/media/hero/${name}.${kind}.mp4`)))
}

async function drawFrames(cut: Cut, master: string): Promise<void> {
  const { width, height } = cut
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${rate}`, '-i', '-']
  // Declares the color space: players that have to guess show a different green from the page around them.
  const colors = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-pix_fmt', 'yuv420p']
  const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0']
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...raw, ...colors, ...lossless, master], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const done = new Promise<void>((resolve, reject) => {
    ffmpeg.on('error', reject)
    ffmpeg.on('exit', code => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))))
  })
  const canvas = createCanvas(width, height)
  const angles = anglesOf(cut)
  for (let frame = 0; frame < frames; frame++) {
    const pixels = lit(cut, engraved(canvas, cut, frame / frames), angles, frame / frames)
    if (!ffmpeg.stdin.write(pixels)) await new Promise(resolve => ffmpeg.stdin.once('drain', resolve))
    if (frame % rate === 0) say(`${cut.name}: second ${frame / rate} of ${seconds}`)
  }
  ffmpeg.stdin.end()
  await done
}

/**
 * The hairlines, white on black, at a moment of the loop.
 * @param moment 0 to 1
 * @returns a line's coverage of each pixel, in every fourth byte
 */
function engraved(canvas: Canvas, { width, height, plate, x, y }: Cut, moment: number): Uint8ClampedArray {
  const pen = canvas.getContext('2d')
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.fillStyle = 'black'
  pen.fillRect(0, 0, width, height)
  pen.setTransform(plate / 1000, 0, 0, plate / 1000, x, y)
  pen.strokeStyle = 'white'
  pen.lineWidth = heroOuter.line
  const rings = [...heroOuter.rings, ...heroInner.rings]
  rings.forEach((ring, i) => {
    for (let strand = 0; strand < ring.strands; strand++) {
      trace(pen, ring, strand + moment * (strides[i] ?? 0))
    }
  })
  for (const radius of heroOuter.circles ?? []) {
    pen.beginPath()
    pen.arc(0, 0, radius, 0, 2 * Math.PI)
    pen.stroke()
  }
  letter(pen, home.hero.lettering.trim())
  return pen.getImageData(0, 0, width, height).data
}

type Pen = ReturnType<Canvas['getContext']>

/** Draws a strand; fractions are between two strands. See rules/rosette-curve.ts for the curve. */
function trace(pen: Pen, { radius, strands, waves, depth, beat = waves, sway = 0 }: Ring, strand: number): void {
  const shift = (2 * Math.PI * strand) / strands
  const points = waves * 28
  pen.beginPath()
  for (let i = 0; i <= points; i++) {
    const t = (2 * Math.PI * i) / points
    const r = radius + depth * Math.sin(waves * t + shift) + sway * Math.cos(beat * t - 2 * shift)
    pen.lineTo(r * Math.cos(t), r * Math.sin(t))
  }
  pen.stroke()
}

/** The micro-lettering between the outer circles, a letter at a time around the plate. */
function letter(pen: Pen, text: string): void {
  const name = 'Lettering'
  const file = typefaces.text.files.latin
  if (!GlobalFonts.has(name)) GlobalFonts.register(readFileSync(fileURLToPath(import.meta.resolve(file))), name)
  pen.font = `500 9.5px "${name}"`
  pen.fillStyle = 'white'
  pen.textAlign = 'center'
  const widths = [...text].map(sign => pen.measureText(sign).width)
  const whole = widths.reduce((sum, width) => sum + width, 0)
  let travelled = 0
  for (const [i, sign] of [...text].entries()) {
    const middle = travelled + (widths[i] ?? 0) / 2
    travelled += widths[i] ?? 0
    pen.save()
    pen.rotate((2 * Math.PI * middle) / whole)
    pen.fillText(sign, 0, -479)
    pen.restore()
  }
}

/**
 * Each pixel's direction from the middle of the plate, in 1024ths of a half turn: there are two lights on opposite
 * sides.
 */
function anglesOf({ width, height, x, y }: Cut): Uint16Array {
  const angles = new Uint16Array(width * height)
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const half = (Math.atan2(row + 0.5 - y, column + 0.5 - x) / Math.PI + 2) % 1
      angles[i] = Math.floor(half * 1024) & 1023
    }
  }
  return angles
}

/** Colors the hairlines: green in the dark, brass as the light passes, paper at its brightest. */
function lit({ width, height }: Cut, cover: Uint8ClampedArray, angles: Uint16Array, moment: number): Buffer {
  const colors = Array.from({ length: 1024 }, (_, i) => {
    const away = Math.abs(((((i / 1024 - moment + 0.62) % 1) + 1) % 1) - 0.5) * 2
    const near = Math.max(0, 1 - away / 0.5)
    const glow = near * near * (3 - 2 * near)
    const core = Math.max(0, (glow - 0.55) / 0.45)
    return [0, 1, 2].map(channel => {
      const dark = (green[channel] as number) * 0.72
      const warm = dark + ((brass[channel] as number) - dark) * Math.min(1, glow * 1.5)
      return warm + ((ink[channel] as number) - warm) * core * 0.8
    })
  })
  const pixels = Buffer.allocUnsafe(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const share = (cover[i * 4] as number) / 255
    const color = colors[angles[i] as number] as number[]
    for (let channel = 0; channel < 3; channel++) {
      const dark = paper[channel] as number
      pixels[i * 3 + channel] = dark + ((color[channel] as number) - dark) * share
    }
  }
  return pixels
}

async function encode({ name, share, av1Width }: Cut, master: string, work: string): Promise<void> {
  const file = join(publicFolder, 'media/hero', name)
  const input = ['-y', '-loglevel', 'error', '-i', master]
  const colors = [
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'iec61966-2-1',
    '-color_range',
    'tv',
  ]
  const mp4 = ['-an', '-movflags', '+faststart']
  const x264 = (pass: number) => [
    ...['-c:v', 'libx264', '-preset', 'slow', '-profile:v', 'high', '-tune', 'animation', '-g', String(frames)],
    ...['-b:v', `${kilobits * share}k`, '-pass', String(pass), '-passlogfile', join(work, name)],
  ]
  say(`${name}: H.264`)
  await run([...input, ...x264(1), '-an', '-f', 'null', '-'])
  await run([...input, ...x264(2), ...colors, ...mp4, `${file}.h264.mp4`])
  say(`${name}: AV1`)
  // By quality, not by rate: at these rates both AV1 encoders miss their target, the one in color, the other in size.
  const av1 = ['-c:v', 'libsvtav1', '-preset', '7', '-crf', '60', '-g', String(frames), '-svtav1-params', 'tune=0']
  await run([...input, '-vf', `scale=${av1Width}:-2:flags=lanczos`, ...av1, ...colors, ...mp4, `${file}.av1.mp4`])
  for (const kind of kinds) {
    say(`${name}.${kind}.mp4: ${(statSync(`${file}.${kind}.mp4`).size / 1e6).toFixed(2)} MB`)
  }
}

function run(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const ffmpeg = spawn('ffmpeg', args, { stdio: 'inherit' })
    ffmpeg.on('error', reject)
    ffmpeg.on('exit', code => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))))
  })
}
