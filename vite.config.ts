import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { pdfjsData } from './scripts/vite-pdfjs.ts'

/**
 * What every page runs, or nearly every one: each group is one file, so that a first visit asks for a few files and not
 * for forty. What is loaded only once it is needed stays outside.
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  {
    name: 'frame',
    test: new RegExp(
      [
        'app/(root|session|session-renewal|session-answer|origin|nonce|hydrated)\\.',
        'app/boot/',
        'app/styles/',
        'app/layout/(?!user-menu|preloader)',
        'app/ui/(link|button|classes|keep-focus|banner|ledger|onward|rosette/)',
        'content/(words|testimonials|about)\\.',
        'app/site/(not-found|trouble|consultation|part|tier-table|structured-data|opening|entries|meta|medallion)\\.',
      ].join('|'),
    ),
  },
]

const ending = '.module.css'
const modules = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith(ending))

/**
 * Names of styles that can be read, and are shorter than hashes, as they are in every page: the file's and the class's,
 * with the folder's before them where two files have one name. A class named as its file is says it once.
 */
function styleName(name: string, file: string): string {
  const path = file.replace(/\?.*/, '')
  const module = basename(path, ending)
  const unique = modules.filter(other => basename(other, ending) === module).length === 1
  if (unique && name === module) return name
  return unique ? `${module}-${name}` : `${basename(dirname(path))}-${module}-${name}`
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter(), pdfjsData()],
  css: { modules: { generateScopedName: styleName } },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    ...(!isSsrBuild && { rolldownOptions: { output: { codeSplitting: { groups } } } }),
  },
}))
