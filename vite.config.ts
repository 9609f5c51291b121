import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunkModules } from './scripts/vite-chunk-modules.ts'
import { leanManifest } from './scripts/vite-lean-manifest.ts'
import { leanRouter } from './scripts/vite-lean-router.ts'
import { pdfjsData } from './scripts/vite-pdfjs.ts'

/**
 * What many pages run: each group is one file, so that a first visit asks for a few files and not for forty. What is
 * loaded only once it is needed stays outside.
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  // Every page
  group('frame', [
    'app/(root|session|session-renewal|session-answer|site-origin|nonce|hydrated)\\.',
    'app/boot/',
    'app/styles/',
    'app/layout/(?!user-menu|preloader|preload-plan)',
    'app/ui/(link|button|classes|focus-trap|banner|ledger|rosette/)',
    'rules/(number|limits|browser-messages)\\.',
    'app/site/(not-found|unexpected-error|meta)\\.',
  ]),
  // Forms and lists, public or not
  group('pieces', [
    'app/ui/(badge|empty-state|field|file-size|formatted-date|notice)\\.',
    'app/portal/(addresses|refusal|error-page|next-page)\\.',
  ]),
  group('actions', ['app/actions/(action-fields|client-action|use-action)\\.']),
  // Nearly every public page; home too, whose styles and page have to fit into 14,600 bytes
  group('public', [
    'content/(words|testimonials|about)\\.',
    'app/ui/arrow-label\\.',
    'app/site/(ask-founder|consultation|page-section|tier-table|structured-data|entries|medallion)\\.',
  ]),
  // The two pages with a deck; the viewer zooms with it
  group('deck', ['content/(investor-documents|pictures(/deck|/summary)?)\\.', 'app/site/deck/', 'app/zoom/']),
  // An investor's documents
  group('portal', [
    'app/portal/(portal-layout|last-loaded|use-live-updates|use-me|viewer-revalidation|use-row-focus|load-error|use-managed-person|use-profile-sync)\\.',
    'app/portal/documents/(?!confirm-dialog|request-delete-dialog|document-actions|bulk-actions|funds|use-document-actions|view-history|file-badge)',
    'app/portal/uploads/(upload-rule|lazy-uploads|upload-area)\\.',
    'app/portal/viewer/lazy-viewer\\.',
    'app/ui/(tabs|stacked-ledger)\\.',
  ]),
]

function group(name: string, paths: string[]) {
  return { name, test: new RegExp(paths.join('|')) }
}

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
  plugins: [reactRouter(), pdfjsData(), leanRouter(), leanManifest(), chunkModules()],
  css: { modules: { generateScopedName: styleName } },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    ...(!isSsrBuild && { rolldownOptions: { output: { codeSplitting: { groups } } } }),
  },
}))
