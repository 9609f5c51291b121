import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const pdfjs = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')))
const { version } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8'))

/** Fonts that a PDF names and does not bring, character maps of Asian scripts, decoders of scans, colour profiles. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs', 'web/images']
/** For scripts inside of PDFs, which we never run; and the drawings of tools that we do not show. */
const unused = /^(quickjs|(?!annotation).*\.(svg|gif)$)/

/**
 * Puts what pdf.js fetches by itself, and only where a file needs it, beside the built files of the browser. The
 * version in the path stands for the contents, which therefore never change. In development Vite serves it from the
 * package.
 */
export function pdfjsData(): Plugin {
  return {
    name: 'pdfjs-data',
    applyToEnvironment: environment => environment.name === 'client',
    generateBundle() {
      for (const folder of folders) {
        for (const name of readdirSync(join(pdfjs, folder)).filter(name => !unused.test(name))) {
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: readFileSync(join(pdfjs, folder, name)),
          })
        }
      }
    },
  }
}
