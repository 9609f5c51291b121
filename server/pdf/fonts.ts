import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import { projectFolder } from '../platform/data-folder.ts'

/** The faces of printed papers: the site's own and those of other scripts, each at one weight (`npm run media -- fonts`). SIL Open Font License. */
export const faces = [
  'text',
  'text-strong',
  'text-more',
  'text-strong-more',
  'display',
  'display-more',
  'display-third',
  'signs',
  'greek',
  'cyrillic',
  'hebrew',
  'arabic',
] as const
export type Face = (typeof faces)[number]

const folder = join(projectFolder, 'server/pdf/fonts')

/** The faces, parsed: that takes much longer than setting a page, so a run of many papers does it once. */
export type Fonts = Record<Face, Font>

/** @returns the fonts, from their files */
export function readFonts(): Fonts {
  const read = (face: Face) => create(readFileSync(join(folder, `${face}.ttf`))) as Font
  return Object.fromEntries(faces.map(face => [face, read(face)])) as Fonts
}
