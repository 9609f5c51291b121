import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunkModules } from './scripts/vite-chunk-modules.ts'
import { fundColors } from './scripts/vite-colors.ts'
import { evaluated } from './scripts/vite-evaluated.ts'
import { pdfjsData } from './scripts/vite-pdfjs.ts'
import { routeModules } from './scripts/vite-route-modules.ts'
import { styleNames } from './scripts/vite-style-names.ts'

/**
 * What many pages run: each group is one file. Left to the bundler, an investor's documents page asks for 66 scripts of
 * 161 KB gzipped; so it asks for 12 of 144 KB. What is loaded only once it is needed stays outside.
 */
const groups = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|app[\\/](own-answer|missing-script|router-state)\./,
  },
  // Public pages but home, which has no room for it, and the portal's; before the groups that import it
  group('layout', ['app/styles/layout\\.']),
  // Every page
  group('frame', [
    'app/(root|actions/failed-answers|session|session-renewal|session-answer|site-origin|nonce|hydrated)\\.',
    'app/boot/',
    'app/styles/',
    'app/layout/(?!user-menu|preloader|preload-plan)',
    'app/ui/(link|button|classes|focus-trap|banner|ledger|rosette/rosette|rosette/designs)',
    'rules/(number|limits|browser-messages)\\.',
    'content/calls-offered\\.',
    'app/site/(not-found|unexpected-error|meta)\\.',
  ]),
  // Forms and lists, public or not
  group('pieces', [
    'app/ui/(badge|empty-state|field|file-size|formatted-date|notice)\\.',
    'rules/url\\.',
    'app/portal/(layout|refusal|error-page|catch-up|use-retry|viewer-revalidation|next-page)\\.',
    'app/actions/(action-fields|use-action)\\.',
    'app/ui/person-fields\\.',
  ]),
  // Public pages, and what new people see in the portal
  group('words', ['content/words\\.']),
  // Nearly every public page; home too, whose styles and page have to fit into 14,600 bytes
  group('public', [
    'content/(testimonials|about)\\.',
    'app/ui/arrow-label\\.',
    'app/site/(consultation|page-section|tier-table|structured-data|entries|medallion|signature)\\.',
  ]),
  // The two pages with a deck; the viewer zooms with it
  group('deck', ['content/(investor-documents|pictures(/deck|/summary)?)\\.', 'app/site/deck/', 'app/zoom/']),
  // Every page of someone who is signed in, in the portal or not
  group('phone-bar', ['app/portal/phone-bar\\.', 'app/layout/user-menu\\.']),
  // An investor's documents
  group('portal', [
    'app/portal/(portal-layout|use-accounts|last-loaded|use-live-updates|use-me|use-row-focus|load-error|back-link|use-managed-person|use-profile-sync)\\.',
    'app/portal/documents/(?!confirm-dialog|filename-field|investor-dialog|investor-menu|row-menu|use-funds|document-actions|bulk-actions|funds|use-document-actions|view-history|file-badge)',
    'app/portal/uploads/(add-files|use-file-drop|lazy-uploads)\\.',
    'app/portal/viewer/lazy-viewer\\.',
    'app/ui/(tabs|stacked-ledger|selection|selection-bar)\\.',
  ]),
  // Nearly every page of the office, and first what notes' pages have of it: together, because the list of routes, which
  // every visit loads, names each route's files
  group('days', ['rules/(notes/(days|money|standing)|holdings)\\.']),
  group('text', ['rules/(text|profile|email|passkeys)\\.ts']),
  group('files', ['rules/(viewer|upload)-messages\\.']),
  group('figures', [
    'rules/(note-records|notes/election-messages)\\.',
    'content/letterhead\\.',
    'app/ui/(letterhead|options|print-button)\\.',
    'app/portal/(list-place|pagination)\\.',
  ]),
  group('messages', [
    'rules/(deliveries|signing-links|statements|bank|holders)\\.',
    'rules/(accreditation/messages|notes/terms-messages)\\.',
    'app/portal/list-page\\.',
  ]),
  group('addresses', ['rules/(ascii-address|leads)\\.']),
  group('own-commands', [
    'rules/((settings|home|passkeys|calendar|vault|delegates)\\.commands|people/person-fields)',
    'rules/(notes/election|tax/own|accreditation/own)\\.commands',
  ]),
  group('commands', [
    '(app|rules)/commands/',
    'app/actions/action-button\\.',
    'rules/documents/signing(\\.|-messages)',
  ]),
  group('conversations', ['rules/conversation']),
  group('office', [
    'rules/(bulk-delivery/(batch|paper)(\\.commands|-fields)|(delivery|inbox|accreditation/review)\\.commands)',
    'rules/(people/(?!person-fields)|failed-mail|documents/(document-request|delete-request|all-documents))',
    'rules/((approvals|bank|bank-balance|due|holders|journal|list-columns|register|sales|statements)\\.commands|bank-choice)',
    'rules/(notes/(note|payment)\\.commands|notes/note-fields|tax/(card|deposit|matching|run)\\.commands)',
    'app/portal/admin/people/person-(button|question)\\.',
    'app/portal/admin/(page-name|list-head|list-body|admin-list|search-form|define-table|person-link|rows\\.module)\\.',
    'app/portal/admin/(unbroken|last-list|person/account|messages/words|(people/person-dialog|holders/holders)\\.module)\\.',
    'app/portal/admin/register/(money|figures|register-columns|register\\.module|maturities/choice-in-words)\\.',
    'app/ui/file-field\\.',
    'rules/notes/short-days\\.',
  ]),
  // Actions on documents, once someone asks for one
  group('dialog', ['app/ui/dialog\\.', 'app/portal/use-reading\\.']),
  group('document-actions', [
    'app/portal/documents/(confirm-dialog|filename-field|row-menu|use-document-actions)\\.',
    'app/portal/messages/ask-menu-item\\.',
    'app/ui/menu\\.',
  ]),
]

const everywhere = /^assets\/(rolldown-runtime|react|frame)-/
const inPortal = /^assets\/(rolldown-runtime|react|frame|pieces|phone-bar)-/

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
  plugins: [
    fundColors(),
    evaluated('/content/calls-offered.ts'),
    reactRouter(),
    pdfjsData(),
    routeModules(),
    styleNames(),
    chunkModules(),
  ],
  css: {
    modules: { generateScopedName: styleName },
    // No style has `light-dark()`, whose stand-in each `color-scheme` would bring to every page (Lightning CSS, LightDark).
    lightningcss: { exclude: 1_048_576 },
  },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    // scripts/build.mjs does that, and leaves the bundled server where it is.
    emptyOutDir: false,
    // What a page has from the start.
    modulePreload: {
      resolveDependencies: (_, files, { hostId }) =>
        files.filter(file => !(hostId.includes('/portal-') ? inPortal : everywhere).test(file)),
    },
    ...(!isSsrBuild && {
      // Short hashes: the list of routes, which every visit loads, names all scripts and styles, and nothing compresses
      // hashes. So few characters still tell the releases of a file apart.
      rolldownOptions: {
        // With the names of styles (scripts/vite-style-names.ts), also where that isn't shorter before compression.
        optimization: { inlineConst: { mode: 'all', pass: 1 } },
        output: {
          codeSplitting: { groups },
          assetFileNames: 'assets/[name]-[hash:6].[ext]',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          entryFileNames: 'assets/[name]-[hash:7].js',
        },
      },
    }),
  },
}))
