import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const pdfjs = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')))
const { version } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8'))

/** Standard fonts, character maps of Asian scripts, decoders of scans, color profiles. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs', 'web/images']
/** For scripts inside PDFs, which never run, and icons of unused tools. */
const unused = /^(quickjs|(?!annotation).*\.(svg|gif)$)/

/**
 * Adds the files that pdf.js loads on demand to the browser's build. Their path contains the version, so they never
 * change. In development Vite serves them from the package.
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
