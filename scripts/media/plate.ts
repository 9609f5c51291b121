import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subset from 'subset-font'
import type { Design } from '../../app/shell/ui/rosette/designs.ts'
import { heroInner, heroOuter } from '../../app/shell/ui/rosette/page-designs.ts'
import { generatedPictures } from '../../content/generated-pictures.ts'
import film from '../../content/pictures/film.json' with { type: 'json' }
import { typefaces } from '../../content/typefaces.ts'
import { wedge } from '../../rules/rosette-curve.ts'
import { fingerprint } from './fingerprint.ts'
import { inHtml } from './sheet.ts'
import { emptyFolder, project, say, writeAccount } from './tools.ts'

/** Radius of the letters' baseline, between the outer circles, in units of the 1000 box. */
const feet = 479
/** Between the last letter and the first: the width of a space. */
const gap = 12

/** Browsers create an element for each copy, on the main thread. */
const copiesAtMost = 6

/**
 * Draws the plate behind the home page's headline into two files that rotate in opposite directions. The page uses them
 * as masks: an image costs a browser far less than the same lines as elements.
 */
export async function makePlate(): Promise<void> {
  const folder = `${project}/app/site/plate`
  writeFileSync(`${folder}/outer.svg`, drawing(heroOuter, await lettering(generatedPictures.plate.lettering.trim())))
  writeFileSync(`${folder}/inner.svg`, drawing(heroInner))
  const made = fingerprint(generatedPictures.plate)
  writeAccount('plate', { made })
  say('Plate')
  // The old lettering must not be available, not even by its address.
  if (film.version !== '' && film.made !== made) {
    emptyFolder('media/hero')
    writeAccount('film', { version: '', made: '' })
    say('The video had other letters, so it is gone. npm run media -- film draws it again.')
  }
}

/** A design as an SVG file; `more` is drawn on top of its rings. */
function drawing({ line, rings, circles = [], decimals, steps }: Design, more = ''): string {
  const wheels = rings.map((ring, i) => {
    const { path, copies } = wedge(ring, decimals, steps, copiesAtMost)
    const turns = Array.from({ length: copies - 1 }, (_, turn) => {
      const degrees = Number(((360 / copies) * (turn + 1)).toFixed(3))
      return `<use href="#r${i}" transform="rotate(${degrees})"/>`
    })
    return `<path id="r${i}" d="${path}"/>${turns.join('')}`
  })
  const bands = circles.map(radius => `<circle r="${radius}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-500 -500 1000 1000" fill="none" stroke="#000" stroke-width="${line}">${[...wheels, ...bands].join('')}${more}</svg>\n`
}

/** Words engraved around the plate. The file contains the few letters it needs, since a picture can't load anything. */
async function lettering(words: string): Promise<string> {
  const full = readFileSync(fileURLToPath(import.meta.resolve(typefaces.text.files.latin)))
  const font = await subset(full, words, { targetFormat: 'woff2', variationAxes: { wght: 500 } })
  const circle = `M0-${feet}a${feet} ${feet} 0 1 1 0 ${2 * feet}a${feet} ${feet} 0 1 1 0-${2 * feet}`
  const length = Math.floor(2 * Math.PI * feet - gap)
  return `<style>@font-face{font-family:L;src:url(data:font/woff2;base64,${font.toString('base64')})}</style><path id="l" d="${circle}" stroke="none"/><text font-family="L" font-size="9.5" fill="#000" stroke="none"><textPath href="#l" textLength="${length}">${inHtml(words)}</textPath></text>`
}
