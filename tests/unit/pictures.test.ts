import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparePictures } from '../../scripts/pictures/compare.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Draws a white picture, with one black pixel at `dot`, or none. */
async function draw(file: string, height: number, dot?: [x: number, y: number]): Promise<void> {
  const data = Buffer.alloc(20 * height * 3, 255)
  if (dot) data.fill(0, (dot[1] * 20 + dot[0]) * 3, (dot[1] * 20 + dot[0]) * 3 + 3)
  await mkdir(join(folder, file, '..'), { recursive: true })
  await sharp(data, { raw: { width: 20, height, channels: 3 } })
    .png()
    .toFile(join(folder, file))
}

test('pictures that differ by one pixel, grew or are missing are named, and the others are not', async () => {
  await draw('before/office/same.png', 10, [3, 4])
  await draw('after/office/same.png', 10, [3, 4])
  await draw('before/office/moved.png', 10, [3, 4])
  await draw('after/office/moved.png', 10, [3, 5])
  await draw('before/taller.png', 10)
  await draw('after/taller.png', 12)
  await draw('before/gone.png', 10)
  const compare = () => comparePictures(join(folder, 'before'), join(folder, 'after'))
  const found = [
    'gone.png: only before',
    'office/moved.png: 2 pixels from line 4',
    'taller.png: 40 pixels from line 10, 2 taller',
  ]
  expect(await compare()).toEqual(found)
  expect(existsSync(join(folder, 'after/differences/office/moved.png'))).toBe(true)
  // What it has written is no picture to compare.
  expect(await compare()).toEqual(found)
})
