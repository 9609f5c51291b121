import { execFileSync, type StdioOptions, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import type { Picture, Pictures } from '../../content/deck-types.ts'

/** The folder of static files, and that of the project. */
export const project = fileURLToPath(new URL('../..', import.meta.url))
export const publicFolder = join(project, 'public')

/** @returns the path of a file of an installed package */
export const packageFile = createRequire(import.meta.url).resolve

export const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)

/** Chromium, found or installed as for the tests. The caller closes it. */
export async function openBrowser(creator?: string) {
  const find = [join(project, 'scripts/install-browser.mjs')]
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit']
  const named = creator ? [`--user-agent=${creator}`] : []
  return chromium.launch({
    executablePath: execFileSync(process.execPath, find, { encoding: 'utf8', stdio }).trim(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--font-render-hinting=none', ...named],
  })
}

/** @returns what to install, if this machine has no ffmpeg with H.264 and AV1 */
export function whyNoFfmpeg(): string | undefined {
  const answer = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' })
  const missing = ['libx264', 'libsvtav1'].filter(name => !answer.stdout?.includes(name))
  if (missing.length === 0) return undefined
  const install = 'Debian: apt-get install ffmpeg; macOS: brew install ffmpeg'
  return answer.error
    ? `The video needs ffmpeg. Install it (${install}), then run npm run media -- film.`
    : `This ffmpeg lacks ${missing.join(' and ')}. Install a full build (${install}), then run npm run media -- film.`
}

/** Folders for pictures, and for their data. Tests have their own. */
export type Places = { pictures: string; accounts: string }
const places: Places = { pictures: publicFolder, accounts: join(project, 'content/pictures') }

/** Creates or empties a folder below `public`. */
export function emptyFolder(path: string, { pictures } = places): string {
  const folder = join(pictures, path)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** AVIF qualities, best first; a file with too many bytes for its width gets the next one. */
const qualities = [56, 51, 46, 41]

/** @returns the most bytes of a picture: the narrowest is a phone's */
function bytesFor(width: number, narrowest: number): number {
  if (width === narrowest) return 20_000
  return width <= 640 ? 60_000 : 250_000
}

/**
 * Writes a picture in several widths, as AVIF and WebP. Engraved lines compress badly, and readers wait for them on
 * phones.
 * @param image PNG, at least as wide as the largest width
 * @param path below `public`, without width and extension, such as '/media/deck/01'
 */
export async function writeSizes(image: Buffer, path: string, widths: number[], { pictures } = places) {
  let last = { width: 0, height: 0, size: 0 }
  for (const width of widths) {
    const picture = sharp(image).resize({ width, kernel: 'lanczos3' }).removeAlpha()
    const file = join(pictures, `${path}-${width}`)
    const most = bytesFor(width, Math.min(...widths))
    for (const quality of qualities) {
      last = await picture.clone().avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }).toFile(`${file}.avif`)
      if (last.size <= most) break
    }
    await picture.clone().webp({ quality: 78, effort: 3 }).toFile(`${file}.webp`)
  }
  return { path, widths, width: last.width, height: last.height } satisfies Partial<Picture>
}

/** Writes the pages' data about their pictures: content/pictures/<name>.json. */
export function writePictures(
  name: string,
  { from, made, pdf, pages }: Pick<Pictures, 'from' | 'made' | 'pdf' | 'pages'>,
  { pictures: folder, accounts } = places,
): void {
  const file = readFileSync(join(folder, pdf))
  const shown = pages.flatMap(({ path, widths }) => widths.map(width => `${path}-${width}.avif`))
  const version = versionOf(shown, folder)
  writeAccount(name, { from, made, version, pdf, pdfSize: file.length, pages } satisfies Pictures, accounts)
}

/** @returns eight hexadecimal digits that change with any of these files; part of their addresses */
export function versionOf(paths: string[], folder = places.pictures): string {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(readFileSync(join(folder, path)))
  return hash.digest('hex').slice(0, 8)
}

/** Writes content/pictures/<name>.json. */
export function writeAccount(name: string, account: object, folder = places.accounts): void {
  const path = join(folder, `${name}.json`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(account, null, 2)}\n`)
}
