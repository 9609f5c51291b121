import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/**
 * Compares pictures of the same name. Of each that differs, the later one is written to `differences` in its folder, pale,
 * with red where the pixels differ.
 * @returns a sentence for each that differs or that only one folder has
 */
export async function comparePictures(before: string, after: string): Promise<string[]> {
  const differences = join(after, 'differences')
  await rm(differences, { recursive: true, force: true })
  const [earlier, later] = await Promise.all([picturesIn(before), picturesIn(after)])
  const found: string[] = []
  for (const name of [...new Set([...earlier, ...later])].sort()) {
    if (!earlier.includes(name) || !later.includes(name)) {
      found.push(`${name}: only ${earlier.includes(name) ? 'before' : 'after'}`)
      continue
    }
    const difference = await differenceOf(join(before, name), join(after, name), join(differences, name))
    if (difference) found.push(`${name}: ${difference}`)
  }
  return found
}

async function picturesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter(file => file.endsWith('.png') && !file.startsWith('differences'))
}

async function differenceOf(before: string, after: string, to: string): Promise<string | undefined> {
  const [one, other] = await Promise.all([before, after].map(pixelsOf))
  if (!one || !other || one.data.equals(other.data)) return
  const { width, height } = other.info
  const marked = Buffer.alloc(other.data.length)
  let count = 0
  let first = -1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const was = x < one.info.width && y < one.info.height ? (y * one.info.width + x) * 3 : -1
      const isSame = was >= 0 && other.data.compare(one.data, was, was + 3, at, at + 3) === 0
      for (let channel = 0; channel < 3; channel++) {
        const value = 170 + (other.data[at + channel] ?? 0) / 3
        marked[at + channel] = isSame ? value : channel === 0 ? 255 : 0
      }
      if (isSame) continue
      count += 1
      if (first < 0) first = y
    }
  }
  await mkdir(dirname(to), { recursive: true })
  await sharp(marked, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(to)
  const grown = height - one.info.height
  return `${count} pixels from line ${first}${grown === 0 ? '' : `, ${Math.abs(grown)} ${grown > 0 ? 'taller' : 'shorter'}`}`
}

async function pixelsOf(file: string) {
  return sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}
